#!/usr/bin/env bash
# Writing a certificate keeps within --memory: after sweeps the writer's tables and the store, which is
# searched again for what was dropped, share it. VmHWM is read from outside until the process is gone.
. "$(dirname "$0")/../support/cli.sh"

"$PNS" --version | grep -q sanitize && {
  echo "skipped: a sanitizer's own memory comes on top"
  exit 0
}

# peak ARGUMENT...: sets `kib` to the peak of the resident size, and `status`.
peak() {
  local line
  kib=0 status=0
  "$PNS" "$@" >"$work/out" 2>"$work/err" </dev/null &
  local pid=$!
  while [ "$(cat "/proc/$pid/comm" 2>"$work/null")" != "$(basename "$PNS")" ]; do
    [ -d "/proc/$pid" ] || break
  done
  while line=$(grep VmHWM "/proc/$pid/status" 2>"$work/null"); do
    line=${line//[!0-9]/}
    [ "$line" -le "$kib" ] || kib=$line
  done
  wait "$pid" || status=$?
}

# keeps THREADS MEGABYTES GAME
keeps() {
  checks=$((checks + 1))
  peak solve "$3" --threads "$1" --memory "$2M" --quiet --certificate "$work/certificate"
  [ "$status" = 0 ] || die "$3 in $2M with $1 threads: exit $status"
  [ "$kib" -gt 4096 ] || die "$3 in $2M with $1 threads: only ${kib}K were seen"
  [ "$kib" -le $(($2 * 1024)) ] || die "$3 in $2M with $1 threads: ${kib}K resident"
}

keeps 1 12 breakthrough:3x6
keeps 1 14 breakthrough:3x6
keeps 2 16 breakthrough:3x6
echo "$checks checks"
