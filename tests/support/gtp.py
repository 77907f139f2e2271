"""The Go Text Protocol from the other side: what a front end does, and what it must see."""
import faulthandler, os, random, re, subprocess, sys, threading, time

PNS = os.environ["PNS"]
ORACLES = os.path.join(os.environ["PNS_SOURCE"], "tests", "oracles")


class Engine:
    """A `pns gtp`; every answer's form is checked."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([PNS, "gtp", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.gfx = []
        self.reader = threading.Thread(target=self._listen, daemon=True)
        self.reader.start()
        self.number = 0

    def _listen(self):
        for line in self.process.stderr:
            self.gfx.append(line.decode())

    def send(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.process.stdin.flush()

    def answer(self, number=""):
        """The next answer: whether it is a success, and its text."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, "the engine ended within an answer"
            if line == b"\n":
                break
            lines.append(line.decode("utf-8", "replace"))
        text = "".join(lines)
        assert re.match(r"[=?]%s " % number, text), "answer %r to command %s" % (text, number)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text), "control characters in %r" % text
        return text[0] == "=", text[len(str(number)) + 2:].strip()

    def ask(self, command):
        self.number += 1
        self.send("%d %s\n" % (self.number, command))
        return self.answer(self.number)

    def get(self, command):
        good, text = self.ask(command)
        assert good, "%s: %s" % (command, text)
        return text

    def refuse(self, command, part):
        good, text = self.ask(command)
        assert not good, "%s was answered '%s', expected a refusal" % (command, text)
        assert part in text and "\n" not in text, "%s: '%s' lacks '%s'" % (command, text, part)

    def quit(self):
        assert self.get("quit") == ""
        assert self.process.wait(10) == 0
        self.reader.join(10)


def rows(game):
    """move list -> value for the mover, of the oracles' rows about a game"""
    found = {}
    for name in ("values.tsv", "values-large.tsv"):
        for line in open(os.path.join(ORACLES, name)):
            fields = line.rstrip("\n").split("\t")
            if fields[0] == game:
                found[fields[1]] = fields[2]
    return found


def oracles():
    """Winners and all winning moves of the empty board, as computed elsewhere."""
    engine = Engine("hex:3", "--threads", "2", "--gfx", "off")
    for size in (2, 3, 4, 5):
        values = rows("hex:%d" % size)
        engine.get("boardsize %d %d" % (size, size))
        winning = {move for move, value in values.items() if move and value == "loss"}
        assert size < 5 or len(winning) == 13
        if size < 5 or "PNS_GTP_LONG" in os.environ:
            assert set(engine.get("dfpn-solver-find-winning black").split()) == winning
        assert engine.get("dfpn-solve-state") == "black"
        assert engine.get("reg_genmove b") in winning
        for move, value in values.items():
            if move == "" or (size == 5 and move not in ("a1", "b2", "c3", "e5")):
                continue
            engine.get("play black " + move)
            assert engine.get("dfpn-solve-state white") == {"win": "white", "loss": "black"}[value]
            engine.get("undo")
    engine.quit()


def games():
    """A won position is won against anything; who is lost resigns; others are played in their turn."""
    engine = Engine("hex:4", "--threads", "1", "--gfx", "off")
    pick = random.Random(1)
    for game in range(5):
        engine.get("clear_board")
        while True:
            assert engine.get("genmove b") != "resign"
            ok, score = engine.ask("final_score")
            if ok:
                break
            assert engine.get("dfpn-get-pv w") != ""
            engine.get("play w " + pick.choice(engine.get("all_legal_moves").split()))
        assert score == "B+" and engine.get("dfpn-solve-state") == "black"
        engine.refuse("genmove w", "the game is over")
    engine.get("clear_board")
    engine.get("play b b3")
    before = engine.get("pns-position")
    assert engine.get("genmove w") == "resign" and engine.get("pns-position") == before
    engine.get("boardsize 9")
    engine.get("param_dfpn expansions 30")
    moves = engine.get("all_legal_moves").split()
    assert engine.get("genmove b") in moves
    assert engine.get("dfpn-solve-state w").startswith("unknown (expansions;")
    engine.refuse("dfpn-solver-find-winning w", "stopped (expansions) before all moves were decided")
    assert re.match(r"[a-i][1-9] \d+:\d+", engine.get("dfpn-get-bounds w"))
    assert re.match(r"[a-i][1-9] \d+", engine.get("dfpn-get-work w"))
    engine.quit()
    engine = Engine("mnk:3x3x3", "--gfx", "off")
    assert engine.get("dfpn-solve-state") == "draw"
    for ply in range(9):
        engine.get("genmove " + "bw"[ply % 2])
    assert engine.get("final_score") == "0" and engine.get("dfpn-solve-state b") == "draw"
    engine.get("boardsize 4 3")
    assert engine.get("dfpn-solve-state") == "black"
    engine.quit()
    engine = Engine("breakthrough:3x5", "--gfx", "off")
    engine.refuse("play black a2a3", "it is white's turn")
    engine.get("play white a2a3")
    assert engine.get("genmove black") in ("a4a3", "resign") or engine.get("undo") == ""
    engine.quit()


def refusals():
    engine = Engine("hex:4", "--gfx", "off")
    for command, part in (
            ("bogus", "unknown command"), ("Name", "unknown command"), ("", "unknown command"),
            ("play", "expected 'play COLOUR MOVE'"), ("play b", "1 arguments"),
            ("play red a1", "syntax error: the colour is 'red'"),
            ("play b e5", "illegal move: move 1 is 'e5', expected one of"),
            ("play w a1", "illegal move: it is black's turn, not white's"),
            ("play b resign", "illegal move: Hex has no move 'resign'"),
            ("play b swap-pieces", "illegal move: Hex has no move 'swap-pieces'"),
            ("play b pass", "illegal move"), ("undo", "cannot undo"),
            ("boardsize 0", "unacceptable size"), ("boardsize 12", "unacceptable size"),
            ("boardsize 4 5", "unacceptable size: 4 by 5"), ("boardsize -3", "unacceptable size"),
            ("boardsize x", "unacceptable size"), ("boardsize 99999999999", "unacceptable size"),
            ("boardsize 1 2 3", "syntax error"), ("final_score", "cannot score"),
            ("genmove", "syntax error"), ("genmove w", "it is black's turn"),
            ("dfpn-get-pv", "nothing is known"), ("dfpn-get-bounds", "nothing is known"),
            ("time_settings 1 2", "syntax error"), ("time_settings 1 2 -3", "syntax error"),
            ("time_left b x 0", "syntax error"), ("param_dfpn threads", "has no value"),
            ("param_dfpn threads 0", "expected a whole number from 1"),
            ("param_dfpn goal first-wins", "unknown parameter 'goal'"),
            ("param_dfpn nonsense 1", "unknown parameter 'nonsense'"),
            ("param_dfpn move_time soon", "expected a duration"),
            ("param_dfpn undecided x", "expected one of work, number"),
            ("param_dfpn use_guifx 2", "expected one of off, stderr, stdout"),
            ("pns-position ....", "hex: "), ("known_command", "syntax error"),
            ("quit now", "syntax error")):
        engine.refuse(command, part)
    engine.get("PLAY".lower() + " BLACK A1")
    assert engine.get("pns-position").startswith("X.../")
    engine.refuse("play W a1", "expected one of")
    engine.send(b"7 " + b"x" * 70000 + b"\n8 name\n")
    assert engine.answer(7) == (False, "the line is too long, expected at most 65536 characters")
    assert engine.answer(8) == (True, "pns")
    for name, value in (("threads", "3"), ("memory", "268435456"), ("time", "1.500s"),
                        ("epsilon", "0.250"), ("virtual_loss", "2"), ("backup", "weak"),
                        ("pin", "1"), ("undecided", "number"), ("seed", "9"), ("move_time", "2s")):
        engine.get("param_dfpn %s %s" % (name, value))
        assert re.search(r"^\[[^]]*\] %s %s$" % (name, value), engine.get("param_dfpn"), re.M), name
    engine.get("param_dfpn threads default")
    listed = engine.get("param_dfpn")
    assert "[string] threads default" in listed and "[string] epsilon 0.250" in listed
    for command in engine.get("list_commands").split():
        assert engine.get("known_command " + command) == "true"
    assert engine.get("known_command dfpn") == "false"
    for line in engine.get("gogui-analyze_commands").splitlines():
        kind, label, command = line.split("/")
        assert engine.get("known_command " + command.split()[0]) == "true"
    assert engine.get("hexgui-analyze_commands") == engine.get("gogui-analyze_commands")
    engine.quit()


def limits():
    """Interrupts, time settings, and what is shown meanwhile."""
    patience = float(os.environ.get("PNS_GTP_PATIENCE", "0.5"))
    engine = Engine("hex:11", "--threads", "8", "--memory", "512M", "--move-time", "none",
                    "--progress", "50ms")
    worst = 0.0
    for command in ("genmove b", "dfpn-solve-state", "dfpn-solver-find-winning w", "genmove w"):
        engine.send(command + "\n")
        time.sleep(0.4)
        began = time.time()
        engine.send("# interrupt\n")
        good, text = engine.answer()
        worst = max(worst, time.time() - began)
        if command.startswith("genmove"):
            assert good and re.fullmatch("[a-k](1[01]|[1-9])", text), text
        else:
            assert "(stop" in text, text
    assert worst < patience, "an interrupt took %.3f s, expected %.3f" % (worst, patience)
    print("interrupts were answered within %.0f ms" % (1000 * worst))
    # One that was sent with its command counts, and none is left over for the next.
    engine.send("genmove b\n#interrupt\nname\ngenmove w\n# interrupt\n")
    assert engine.answer()[0] and engine.answer() == (True, "pns") and engine.answer()[0]
    engine.send("# interrupt\n")
    engine.get("param_dfpn time 300ms")
    began = time.time()
    assert engine.get("dfpn-solve-state b").startswith("unknown (time;")
    assert 0.25 < time.time() - began < 0.3 + 3 * patience
    engine.get("param_dfpn time default")
    for settings, left, least, most in (("20 0 0", None, 0.5, 1.5), ("0 2 10", None, 0.1, 0.5),
                                        ("1000 0 0", "b 4 0", 0.1, 0.5),
                                        ("1000 2 5", "b 1 5", 0.1, 0.5)):
        engine.get("time_settings " + settings)
        if left:
            engine.get("time_left " + left)
        began = time.time()
        engine.get("genmove b")
        took = time.time() - began
        assert least < took < most + 3 * patience, "%s %s: %.2f s" % (settings, left, took)
        engine.get("undo")
    engine.get("time_settings 0 1 0")
    engine.send("genmove b\n")
    time.sleep(1.5)
    engine.send("# interrupt\n")
    assert engine.answer()[0]
    engine.quit()
    check_gfx("".join(engine.gfx))
    hexgui = subprocess.run([PNS, "gtp", "hex:9", "--gfx", "stdout", "--time", "400ms",
                             "--progress", "50ms"], input=b"genmove b\nquit\n",
                            capture_output=True, timeout=60)
    assert hexgui.stderr == b""
    assert re.match(rb"gogui-gfx:\ndfpn\nVAR( B | W |[a-i][1-9])+\nLABEL .*\nTEXT .*\n\n", hexgui.stdout)


def check_gfx(text):
    point = "[a-k](?:1[01]|[1-9])"
    block = (r"gogui-gfx:\nVAR(?: [BW] %s)*\nLABEL(?: %s (?:W|L|\d+[kM]?))*\n"
             r"INFLUENCE(?: %s -?[01]\.\d\d)*\nTEXT [^\n]+\n\n" % (point, point, point))
    blocks = re.findall(block, text)
    assert len(blocks) > 10, "%d blocks of live numbers" % len(blocks)
    assert "".join(blocks) == text, "something else on standard error"
    assert any("trying" in b for b in blocks) and any("LABEL " in b for b in blocks)
    for line in re.findall(r"VAR(.*)", text):
        colours = line.split()[::2]
        assert all(a != b for a, b in zip(colours, colours[1:])), line


def anything():
    """A long session of random lines: one answer each, with the number of its command."""
    pick = random.Random(int(os.environ.get("PNS_GTP_SEED", "7")))
    rounds = int(os.environ.get("PNS_GTP_LINES", "1500"))
    engine = Engine("hex:3", "--threads", "1", "--memory", "64M", "--expansions", "50", "--gfx", "off")
    known = engine.get("list_commands").split()
    known = [c for c in known if c not in ("quit", "param_dfpn")]
    words = ["b", "w", "black", "WHITE", "a1", "b2", "c3", "d4", "1", "2", "3", "4", "0", "-1", "x",
             "resign", "pass", "\xe9", "\t", "\x01", "999999999999999999999999", "X../.O./...", "#"]
    for i in range(rounds):
        count = pick.randrange(4)
        kind = pick.random()
        if kind < 0.35:
            move = pick.choice((engine.get("all_legal_moves") or "a1").split())
            colour = pick.choice("bw")
            line = "play %s %s" % (colour, move)
        else:
            line = pick.choice(known if kind < 0.9 else words)
            line += "".join(" " + pick.choice(words) for _ in range(count))
        if pick.random() < 0.2:
            engine.send(pick.choice(("\n", "# comment\n", "   \t\n", "# interrupt\n", "\r\n")))
        engine.number += 1
        engine.send("%d %s\r\n" % (engine.number, line))
        engine.answer(engine.number)
    engine.quit()


faulthandler.dump_traceback_later(150, exit=True)  # an answer that never comes
for part in sys.argv[1:]:
    began = time.time()
    globals()[part]()
    print("%s: %.1f s" % (part, time.time() - began))
