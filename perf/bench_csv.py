"""Reads what `pns bench --csv` wrote and computes the figures of DESIGN 10 as `pns bench` does."""
import csv
import math
from collections import defaultdict

WHOLE = ("threads", "run", "expansions", "wasted", "waits", "nodes", "peak_rss_bytes")
REAL = ("wall_s", "cpu_s", "bytes_per_node")


def geometric(numbers):
    numbers = list(numbers)
    return math.exp(sum(math.log(n) for n in numbers) / len(numbers)) if numbers else math.nan


class Cell:
    """All runs of one problem, setting and thread count."""

    def __init__(self, rows):
        self.threads = rows[0]["threads"]
        self.runs = len(rows)
        self.timeouts = sum(r["verdict"] == "unknown" for r in rows)
        self.verdict = next((r["verdict"] for r in rows if r["verdict"] != "unknown"), "unknown")
        self.wall_s = geometric(r["wall_s"] for r in rows)
        self.least_s = min(r["wall_s"] for r in rows)
        self.most_s = max(r["wall_s"] for r in rows)
        self.expansions = geometric(r["expansions"] for r in rows)
        self.rate = self.expansions / self.wall_s
        self.wasted = sum(r["wasted"] for r in rows) / sum(r["expansions"] for r in rows)
        walls = sum(r["wall_s"] for r in rows) * self.threads
        self.idle = max(0.0, 1 - sum(r["cpu_s"] for r in rows) / walls)
        self.peak_bytes = max(r["peak_rss_bytes"] for r in rows)
        self.bytes_per_node = sum(r["bytes_per_node"] for r in rows) / len(rows)
        self.setting = " ".join(rows[0][k] for k in ("backup", "epsilon"))


class Problem:
    """The cells of a problem by (setting, threads), and comparisons with its fastest thread."""

    def __init__(self, name, cells):
        self.name = name
        self.cells = cells
        alone = [cells[k] for k in (("search", 1), ("best", 1)) if k in cells]
        alone = [c for c in alone if c.timeouts == 0]
        self.reference = min(alone, key=lambda c: c.wall_s) if alone else None

    def fit(self, setting, threads):
        cell = self.cells.get((setting, threads))
        return cell if cell and self.reference and cell.timeouts == 0 else None

    def speedup(self, setting, threads):
        cell = self.fit(setting, threads)
        return self.reference.wall_s / cell.wall_s if cell else math.nan

    def f_s(self, threads):
        cell = self.fit("search", threads)
        return cell.expansions / self.reference.expansions if cell else math.nan

    def f_t(self, threads):
        cell = self.fit("search", threads)
        return self.reference.rate * threads / cell.rate if cell else math.nan

    def rate_ratio(self, threads):
        cell, one = self.cells.get(("search", threads)), self.cells.get(("search", 1))
        return cell.rate / one.rate if cell and one else math.nan


def read(path):
    """The facts of the head as lines, and the problems in their order."""
    facts, lines = [], []
    with open(path, newline="") as stream:
        for line in stream:
            (facts if line.startswith("#") else lines).append(line)
    groups = defaultdict(list)
    for row in csv.DictReader(lines):
        row.update({k: int(row[k]) for k in WHOLE})
        row.update({k: float(row[k]) for k in REAL})
        groups[row["problem"], row["setting"], row["threads"]].append(row)
    problems = {}
    for (name, setting, threads), rows in groups.items():
        problems.setdefault(name, {})[setting, threads] = Cell(rows)
    return facts, [Problem(name, cells) for name, cells in problems.items()]


def threads_of(problems, setting="search"):
    return sorted({t for p in problems for s, t in p.cells if s == setting})


def mean(numbers):
    """Geometric mean, least and most of those that are numbers."""
    numbers = [n for n in numbers if not math.isnan(n)]
    if not numbers:
        return math.nan, math.nan, math.nan, 0
    return geometric(numbers), min(numbers), max(numbers), len(numbers)
