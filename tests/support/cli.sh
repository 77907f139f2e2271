# Sourced by the tests of the command line. PNS is the command to test.
: "${PNS:?set PNS to the command under test}"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0

die() {
  echo "$*" >&2
  [ ! -s "$work/out" ] || sed 's/^/  out: /' "$work/out" | head -40 >&2
  [ ! -s "$work/err" ] || sed 's/^/  err: /' "$work/err" | head -40 >&2
  exit 1
}

# run STATUS ARGUMENT...: the command must end with this status; $work/out and $work/err keep what
# it said.
run() {
  local expected=$1 status=0
  shift
  checks=$((checks + 1))
  timeout 120 "$PNS" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  [ "$status" = "$expected" ] || die "pns $*: exit $status, expected $expected"
}

# refuse PART ARGUMENT...: wrong input, one sentence on standard error that contains PART, nothing
# on standard output.
refuse() {
  local part=$1
  shift
  run 1 "$@"
  [ ! -s "$work/out" ] || die "pns $*: printed something on standard output"
  [ "$(wc -l <"$work/err")" = 1 ] || die "pns $*: expected exactly one line on standard error"
  grep -qF -- "$part" "$work/err" || die "pns $*: the sentence lacks '$part'"
  [ "$(wc -c <"$work/err")" -lt 600 ] || die "pns $*: the sentence is too long"
}

# said PART: standard output of the last run contains it.
said() {
  grep -qF -- "$1" "$work/out" || die "standard output lacks '$1'"
}

# field EXPRESSION: evaluates a Python expression on the JSON object `o` of the last run, which must
# be alone on its line.
field() {
  [ "$(wc -l <"$work/out")" = 1 ] || die "expected one line of JSON"
  python3 -c 'import json, sys; o = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' \
    "$work/out" "$1" || die "no valid JSON, or no $1"
}

# is EXPRESSION EXPECTED
is() {
  local found
  found=$(field "$1")
  [ "$found" = "$2" ] || die "$1 is '$found', expected '$2'"
}

# wait_until COMMAND...: however slow the machine is, within a minute.
wait_until() {
  local tries
  for tries in $(seq 600); do
    "$@" && return
    sleep 0.1
  done
  die "$* did not come true"
}

# catches PID: the process has become pns, and TERM does not just end it any more.
catches() {
  local caught blocked
  [ "$(cat "/proc/$1/comm")" = pns ] || return
  caught=$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status")
  blocked=$(sed -n 's/^SigBlk:\s*//p' "/proc/$1/status")
  [ $(((0x$caught | 0x$blocked) >> 14 & 1)) = 1 ]
}

done_checking() { echo "$checks commands checked"; }
