"""pns from Python: can this player force that outcome?  One file, no build step.

    import pns

    print(pns.solve("connect4:5x4", threads=2).verdict)

    solver = pns.Solver(pns.Position("hex:4", ["b2"]), goal="first-wins", threads=2)
    result = solver.run(progress=lambda now: print(now.expansions, now.pn, now.dn, now.line))
    for line, here in solver.proof():
        print(" ".join(line), here.verdict)

The shared library is the one that PNS_LIBRARY names, else one beside or above this file, else the
system's. It works without the interpreter's lock, so other threads go on while a search runs: start
`solver.run` in one and call `solver.progress()`, `solver.children()` and `solver.stop()` from another.
Whatever fails raises pns.Error with the library's sentence; wrong input raises pns.InputError, which
is a ValueError too. The words are those of pns.h, where everything is explained.
"""
import ctypes
import ctypes.util
import glob
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double, c_int,
                    c_size_t, c_uint, c_uint32, c_uint64, c_void_p)

ABI = 4
INFINITY = float("inf")


class Error(Exception):
    """A failure, as the library's sentence tells it."""


class InputError(Error, ValueError):
    """What was asked for is wrong."""


# ---- the structs of pns.h; tests/own/python.sh compares every field with the header ----


class _Error(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 512)]


class _GameOptions(Structure):
    _fields_ = [("own", c_bool), ("command", c_char_p), ("answer_s", c_double), ("check", c_bool)]


class _Result(Structure):
    _fields_ = [
        ("verdict", c_int), ("reason", c_int), ("value", c_int), ("goal", c_int),
        ("proposition", c_char * 512), ("position", c_char * 1024), ("best_move", c_char * 72),
        ("pn", c_uint32), ("dn", c_uint32), ("threads", c_uint32), ("expansions", c_uint64),
        ("visits", c_uint64), ("nodes", c_uint64), ("transpositions", c_uint64),
        ("wasted", c_uint64), ("waits", c_uint64), ("collections", c_uint64),
        ("collections_s", c_double), ("checkpoints", c_uint64), ("checkpoint_pause_s", c_double),
        ("bytes_per_node", c_double), ("wall_s", c_double), ("cpu_s", c_double),
        ("expansions_per_s", c_double), ("peak_rss_bytes", c_uint64),
        ("memory_budget_bytes", c_uint64), ("huge_page_bytes", c_uint64),
        ("pinned_threads", c_uint32), ("memory_nodes", c_uint32), ("at_sight", c_bool)]


class _Progress(Structure):
    _fields_ = [
        ("elapsed_s", c_double), ("expansions", c_uint64), ("expansions_per_s", c_double),
        ("nodes", c_uint64), ("memory_bytes", c_uint64), ("memory_budget_bytes", c_uint64),
        ("collections", c_uint64), ("collections_s", c_double),
        ("collection_nodes_before", c_uint64), ("collection_nodes_after", c_uint64),
        ("pn", c_uint32), ("dn", c_uint32), ("root_moves", c_uint32), ("root_solved", c_uint32),
        ("line", c_char * 256)]


class _Numbers(Structure):
    _fields_ = [("verdict", c_int), ("pn", c_uint32), ("dn", c_uint32)]


class _Look(Structure):
    _fields_ = [("position", c_char * 1024), ("mover", c_int), ("outcome", c_int),
                ("numbers", _Numbers), ("expanded", c_bool), ("work", c_uint32),
                ("children", c_uint32), ("best", c_uint32)]


class _Child(Structure):
    _fields_ = [("move", c_char * 72), ("mover", c_int), ("outcome", c_int),
                ("numbers", _Numbers), ("expanded", c_bool), ("work", c_uint32)]


class _Figures(Structure):
    _fields_ = [("found", c_uint64), ("positions", c_uint64), ("references", c_uint64),
                ("again", c_uint64), ("bytes", c_uint64)]


STRUCTS = {"pns_error": _Error, "pns_game_options": _GameOptions, "pns_result": _Result,
           "pns_progress": _Progress, "pns_numbers": _Numbers, "pns_look": _Look,
           "pns_child": _Child, "pns_certificate_figures": _Figures}

_PROGRESS = CFUNCTYPE(None, c_void_p, POINTER(_Progress))

# Name: what it returns, what it takes.
_FUNCTIONS = {
    "pns_abi": (c_uint, []),
    "pns_version": (c_char_p, []),
    "pns_game_at": (c_void_p, [c_size_t]),
    "pns_options_new": (c_void_p, []),
    "pns_options_free": (None, [c_void_p]),
    "pns_options_set": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(_Error)]),
    "pns_position_new_with": (c_int, [c_char_p, POINTER(_GameOptions), POINTER(c_void_p),
                                      POINTER(_Error)]),
    "pns_position_parse": (c_int, [c_void_p, c_char_p, POINTER(_Error)]),
    "pns_position_play": (c_int, [c_void_p, c_char_p, POINTER(_Error)]),
    "pns_position_free": (None, [c_void_p]),
    "pns_solver_new": (c_int, [c_void_p, c_void_p, POINTER(c_void_p), POINTER(_Error)]),
    "pns_solver_goal": (c_int, [c_void_p]),
    "pns_solver_run": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(_Result), POINTER(_Error)]),
    "pns_solver_set_limits": (None, [c_void_p, c_uint64, c_double]),
    "pns_solver_progress": (c_bool, [c_void_p, POINTER(_Progress)]),
    "pns_solver_stop": (None, [c_void_p, c_int]),
    "pns_solver_children": (c_int, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(_Look),
                                    POINTER(_Child), c_uint32, POINTER(_Error)]),
    "pns_solver_certificate": (c_int, [c_void_p, c_char_p, c_void_p, c_void_p, POINTER(_Figures),
                                       POINTER(_Error)]),
    "pns_solver_free": (None, [c_void_p]),
}

_VERDICTS = ("unknown", "proven", "disproven")
_REASONS = (None, "time", "expansions", "memory", "signal", "stop")
_GOALS = ("mover-wins", "mover-not-loses", "first-wins", "first-not-loses", "second-wins",
          "second-not-loses")
_VALUES = (None, "win", "draw", "loss")
_PLAYERS = ("first", "second")
_OUTCOMES = (None, "first wins", "second wins", "draw")
_STOP = 5


def _find():
    if os.environ.get("PNS_LIBRARY"):
        return os.environ["PNS_LIBRARY"]
    here = os.path.dirname(os.path.abspath(__file__))
    for pattern in ("libpns.so.0", "../../lib*/libpns.so.0", "../../lib*/*/libpns.so.0"):
        for path in sorted(glob.glob(os.path.join(here, pattern))):
            return path
    return ctypes.util.find_library("pns")


def _load():
    path = _find()
    if path is None:
        raise Error("libpns.so was not found, expected it installed or named by PNS_LIBRARY")
    try:
        library = ctypes.CDLL(path)
        for name, (returns, takes) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = returns, takes
    except (OSError, AttributeError) as failure:
        raise Error(f"'{path}' is no libpns.so for this module: {failure}") from None
    if library.pns_abi() != ABI:
        raise Error(f"'{path}' has interface {library.pns_abi()}, this module needs {ABI}")
    return library


_lib = _load()


def _call(name, *arguments):
    error = _Error()
    status = getattr(_lib, name)(*arguments, byref(error))
    if status != 0:
        kind = InputError if status == 1 else Error
        raise kind(error.text.decode("utf-8", "replace"))


def _number(value):
    return INFINITY if value == 0xFFFFFFFF else value


def _text(value):
    return value.decode("utf-8", "replace")


class _Record:
    """Plain attributes, shown as they are."""

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __repr__(self):
        shown = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({shown})"


class Result(_Record):
    """What a run has to say; the names of `pns solve --json`."""


class Progress(_Record):
    """How a search stands."""


class Look(_Record):
    """A position of a search: position, mover, outcome, verdict, pn, dn, expanded, work, children (a
    list of Child) and best (one of these, or None)."""


class Child(_Record):
    """A move and what it leads to."""


def _record(kind, struct):
    """All fields, with words for numbers and infinities as floats."""
    words = {"verdict": _VERDICTS, "reason": _REASONS, "goal": _GOALS, "value": _VALUES, "mover": _PLAYERS,
             "outcome": _OUTCOMES}
    fields = {}
    for name, _ in struct._fields_:
        value = getattr(struct, name)
        if isinstance(value, bytes):
            value = _text(value)
        elif name in words:
            value = words[name][value]
        elif name in ("pn", "dn"):
            value = _number(value)
        elif isinstance(value, _Numbers):
            fields.update(verdict=_VERDICTS[value.verdict], pn=_number(value.pn),
                          dn=_number(value.dn))
            continue
        fields[name] = value
    return kind(**fields)


def version():
    """The library's."""
    return _text(_lib.pns_version())


def games():
    """The names of the built-in games."""
    names, index = [], 0
    while True:
        game = _lib.pns_game_at(index)
        if not game:
            return names
        # The name is the first pointer, behind `abi`.
        pointer = ctypes.cast(game + ctypes.sizeof(c_void_p), POINTER(c_char_p))
        names.append(_text(pointer[0]))
        index += 1


class Position:
    """GAME[:PARAMETERS], then `position` in the game's notation, then moves.

    A path as GAME loads a shared object; `command` asks a program (src/games/PROTOCOL.md); `check`
    checks the promises of game.h.
    """

    def __init__(self, game, moves=(), position=None, command=None, answer_s=0, check=False):
        self._handle = c_void_p()
        how = _GameOptions(True, command.encode() if command else None, answer_s, check)
        _call("pns_position_new_with", game.encode(), byref(how), byref(self._handle))
        if position is not None:
            _call("pns_position_parse", self._handle, position.encode())
        for move in moves:
            self.play(move)

    def play(self, move):
        """Makes a move."""
        _call("pns_position_play", self._handle, move.encode())
        return self

    def __del__(self):
        if getattr(self, "_handle", None):
            _lib.pns_position_free(self._handle)


def _options(given):
    options = c_void_p(_lib.pns_options_new())
    try:
        for name, value in given.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            _call("pns_options_set", options, name.encode(), text.encode())
    except Error:
        _lib.pns_options_free(options)
        raise
    return options


class Solver:
    """Answers one proposition. Options are those of the command line, with `_` for `-`:
    threads=2, memory="1G", goal="first-wins", time="10s", expansions=100000."""

    def __init__(self, position, **options):
        self._handle = c_void_p()
        if isinstance(position, str):
            position = Position(position)
        options.setdefault("progress", "200ms")
        handle = _options(options)
        try:
            _call("pns_solver_new", position._handle, handle, byref(self._handle))
        finally:
            _lib.pns_options_free(handle)

    def run(self, progress=None):
        """Searches until a verdict or a limit, and may be called again to go on. `progress` is called
        with a Progress now and then; an exception in it, or an interrupt from the keyboard, stops the
        search and is raised here."""
        caught = []

        def report(_, now):
            try:
                if progress is not None and not caught:
                    progress(_record(Progress, now.contents))
            except BaseException as failure:  # an interrupt too
                caught.append(failure)
                self.stop()

        result = _Result()
        _call("pns_solver_run", self._handle, ctypes.cast(_PROGRESS(report), c_void_p), None,
              byref(result))
        if caught:
            raise caught[0]
        return _record(Result, result)

    def step(self, expansions):
        """Expands so many positions more, or fewer if there is a verdict."""
        _lib.pns_solver_set_limits(self._handle, expansions, 0)
        try:
            return self.run()
        finally:
            _lib.pns_solver_set_limits(self._handle, 0, 0)

    def progress(self):
        """How the search stands; any thread. None when the game is over."""
        now = _Progress()
        found = _lib.pns_solver_progress(self._handle, byref(now))
        return _record(Progress, now) if found else None

    def stop(self):
        """Ends a run; any thread."""
        _lib.pns_solver_stop(self._handle, _STOP)

    def children(self, moves=()):
        """What is known of the position that `moves` lead to, and of its moves; any thread."""
        line = (c_char_p * max(1, len(moves)))(*[move.encode() for move in moves])
        here, room = _Look(), 0
        while True:
            children = (_Child * max(1, room))()
            _call("pns_solver_children", self._handle, line, len(moves), byref(here), children,
                  room)
            if here.children <= room:
                break
            room = here.children
        look = _record(Look, here)
        look.children = [_record(Child, child) for child in children[:here.children]]
        look.best = look.children[here.best] if here.best < here.children else None
        return look

    def proof(self, moves=(), depth=None):
        """Walks the proof of a verdict: pairs of the moves from the root and a Look, first the
        position after `moves`. Shows one move where the winning side chooses and all where the other
        does; positions that can be reached in several ways come as often. A Look with no verdict is
        one whose proof memory did not hold."""
        here = self.children(moves)
        yield list(moves), here
        if here.verdict == "unknown" or depth == 0:
            return
        shown = here.children
        if here.mover == self._winner(here.verdict):
            shown = [here.best] if here.best is not None else []
        for child in shown:
            yield from self.proof([*moves, child.move], None if depth is None else depth - 1)

    def _winner(self, verdict):
        """Who has to find the moves for this verdict."""
        asked = _GOALS[_lib.pns_solver_goal(self._handle)].partition("-")[0]
        player = self.children().mover if asked == "mover" else asked
        return player if verdict == "proven" else _PLAYERS[1 - _PLAYERS.index(player)]

    def certificate(self, path):
        """Writes the proof for pns-check; how many positions it has."""
        figures = _Figures()
        _call("pns_solver_certificate", self._handle, os.fsencode(path), None, None,
              byref(figures))
        return figures.positions

    def __del__(self):
        if getattr(self, "_handle", None):
            _lib.pns_solver_free(self._handle)


def solve(game, moves=(), position=None, progress=None, **options):
    """Answers one question: pns.solve("hex:4", ["b2"], goal="first-wins", threads=2)."""
    return Solver(Position(game, moves, position), **options).run(progress)
