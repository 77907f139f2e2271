#!/bin/bash
# The scripts and the unit in examples/overnight do what they say: systemd and Slurm are simulated.
set -eu
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/overnight.sh"
examples=$work/examples
cp -r "$PNS_SOURCE/examples/overnight" "$examples"
cd "$work"
export PNS MEMORY=64M

# begin COMMAND...: in the background, until it searches
begin() {
  checks=$((checks + 1))
  rm -f connect4.prom
  "$@" >"$work/out" 2>"$work/err" </dev/null &
  job=$!
  eventually "expansions in the metrics" grep -qs "^pns_expansions_total [1-9]" connect4.prom
}

has_checkpoint() {
  [ -s connect4.checkpoint ] || die "there is no checkpoint"
}

# The first report after ten seconds would be late for a test.
sed -i 's/--log /--progress 200ms --log /' "$examples"/*

# ---- the plain command, stopped and begun again ----
for turn in 1 2; do
  begin "$examples/overnight.sh"
  finish TERM 4
  has_checkpoint
done
grep -q "going on from 'connect4.checkpoint'" "$work/err" || die "it began anew"
lines_are connect4.log "[x['event'] for x in e].count('stop')" 2

# ---- Slurm: the time is nearly up ----
mkdir bin
printf '#!/bin/sh\necho "$@" >>requeued\n' >bin/scontrol
chmod +x bin/scontrol
export SLURM_CPUS_PER_TASK=2 SLURM_JOB_ID=17
rm -f connect4.checkpoint*
PATH=$work/bin:$PATH begin "$examples/pns.slurm"
PATH=$work/bin:$PATH finish USR1 0
[ "$(cat requeued)" = "requeue 17" ] || die "the job was not queued again"
lines_are connect4.log "e[-1]['signal'], e[-1]['exit_status']" "('USR1', 99)"
has_checkpoint

# ---- Slurm: the job queued again is cancelled ----
PATH=$work/bin:$PATH begin "$examples/pns.slurm"
grep -q "going on from 'connect4.checkpoint'" "$work/err" || die "it began anew"
PATH=$work/bin:$PATH finish TERM 99
[ "$(wc -l <requeued)" = 1 ] || die "a cancelled job was queued again"
has_checkpoint

# ---- Slurm: decided before the time is up ----
rm -f connect4.checkpoint*
sed -i 's/connect4:7x6/connect4:4x4/' "$examples/pns.slurm"
PATH=$work/bin:$PATH bash "$examples/pns.slurm" >"$work/out" 2>"$work/err" ||
  die "exit $? of a decided run, expected 0"
said Disproven
[ "$(wc -l <requeued)" = 1 ] || die "a decided job was queued again"

rm -f connect4.checkpoint*

# ---- systemd: what the unit starts becomes ready and stops in order ----
if command -v systemd-analyze >/dev/null && [ -d /run/systemd/system ]; then
  sed "s|/usr/local/bin/pns|$PNS|" "$examples/pns.service" >unit.service
  systemd-analyze verify ./unit.service 2>"$work/err" || die "systemd does not accept the unit"
fi
python3 - "$examples/pns.service" "$PNS" "$work" <<'PYTHON' >unit.sh
import re, sys
unit, pns, work = sys.argv[1:]
text = re.sub(r"\\\n\s*", " ", open(unit).read())
sections = set(re.findall(r"^\[(\w+)\]$", text, re.M))
assert sections == {"Unit", "Service", "Install"}, sections
keys = dict(re.findall(r"^(\w+)=(.*)$", text, re.M))
assert keys["Type"] == "notify" and {"3", "4"} <= set(keys["SuccessExitStatus"].split())
line = keys["ExecStart"].replace("/usr/local/bin/pns", pns).replace("16G", "64M")
print("exec", re.sub(r"%[SLt]/pns", work, line))
PYTHON
python3 - "$work/notify" "$work/heard" <<'PYTHON' &
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
with open(sys.argv[2], "w") as out:
    while True:
        print(s.recv(4096).decode(), file=out, flush=True)
PYTHON
listener=$!
eventually "the listener" test -e "$work/heard"
NOTIFY_SOCKET=$work/notify WATCHDOG_USEC=300000000 begin bash unit.sh
eventually "READY" grep -q READY=1 "$work/heard"
mv connect4.log connect4.log.1
kill -HUP "$job"
eventually "the new log" test -s connect4.log
finish TERM 4
grep -q STOPPING=1 "$work/heard" || die "systemd did not hear of the stop"

done_checking
