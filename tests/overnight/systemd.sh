#!/bin/bash
# What systemd hears on its notify socket, by a path and by an abstract name.
set -eu
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/overnight.sh"

cat >"$work/listen.py" <<'PYTHON'
"""Writes each datagram with the time as one line, its own lines joined by '|'."""
import socket, sys, time
name = sys.argv[1]
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind("\0" + name[1:] if name.startswith("@") else name)
with open(sys.argv[2], "w") as out:
    while True:
        print("%.3f" % time.time(), s.recv(4096).decode().replace("\n", "|"), file=out, flush=True)
PYTHON

# listen NAME: a stand-in for systemd
listen() {
  rm -f "$work/heard"
  python3 "$work/listen.py" "$1" "$work/heard" &
  listener=$!
  eventually "the listener" test -e "$work/heard"
  export NOTIFY_SOCKET=$1
}

deaf() {
  kill "$listener"
  wait "$listener" 2>/dev/null || true
  listener=
  unset NOTIFY_SOCKET WATCHDOG_USEC
}

# mark WORD: sent like the run's words, so what was sent before it has been heard when it is.
mark() {
  python3 -c 'import socket, sys
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(sys.argv[2].encode(), sys.argv[1])' "$NOTIFY_SOCKET" "$1"
  heard " $1\$"
}

heard() { eventually "'$1' to systemd" grep -qE "$1" "$work/heard"; }

for name in "$work/notify" "@pns-test-$$"; do
  listen "$name"
  export WATCHDOG_USEC=1000000
  start
  heard '^[0-9.]+ READY=1\|STATUS=connect4:7x6$'
  heard 'STATUS=connect4:7x6: .* expansions, .* pn [0-9]+ dn [0-9]+'
  eventually "six beats" sh -c "[ \$(grep -c WATCHDOG=1 '$work/heard') -ge 6 ]"
  python3 - "$work/heard" <<'PYTHON' || die "the watchdog would have bitten"
import sys
beats = [float(line.split()[0]) for line in open(sys.argv[1]) if "WATCHDOG=1" in line]
gaps = [b - a for a, b in zip(beats, beats[1:])]
# Twice in its time, as sd_watchdog_enabled(3) advises; a slow machine may delay one of them.
assert max(gaps) < 1 and sorted(gaps)[len(gaps) // 2] < 0.75, beats
PYTHON
  finish TERM 4
  heard 'STOPPING=1\|EXTEND_TIMEOUT_USEC=[0-9]+\|STATUS=stopping'
  heard 'STOPPING=1\|STATUS=connect4:7x6: unknown'
  deaf
done

# A watchdog meant for somebody else is not fed.
listen "$work/other"
export WATCHDOG_USEC=400000 WATCHDOG_PID=1
start
sleep 1
finish TERM 4
! grep -q WATCHDOG "$work/heard" || die "fed another process's watchdog"
unset WATCHDOG_PID
deaf

# A run that hangs is not called alive: its threads are stopped, but the one that tells is not.
# (Stopping the process as a whole would stop that one as well, which shows the same.)
listen "$work/third"
export WATCHDOG_USEC=400000
start
heard WATCHDOG=1
kill -STOP "$job"
eventually "a standstill" grep -q '^State:\s*T' "/proc/$job/status"
mark stopped
before=$(grep -c WATCHDOG "$work/heard")
sleep 0.6
[ "$(grep -c WATCHDOG "$work/heard")" = "$before" ] || die "a stopped run called itself alive"
kill -CONT "$job"
finish TERM 4
deaf

# Nobody there: nothing happens.
NOTIFY_SOCKET=$work/nobody run 0 solve connect4:4x4
NOTIFY_SOCKET=nonsense run 0 solve connect4:4x4

done_checking
