#!/bin/bash
# A disk that is really full, for a while: the run goes on, says so, keeps the checkpoint it had, and
# writes again when there is room. Needs a file system of its own: root, or a user namespace.
set -eu
. "$(dirname "$0")/../support/cli.sh"
if [ "${1-}" != inside ]; then
  for way in "unshare -m" "unshare -rm"; do
    if $way true 2>/dev/null && $way mount -t tmpfs -o size=1M none /mnt 2>/dev/null; then
      exec $way bash "$0" inside
    fi
  done
  echo "no file system can be mounted here: skipped"
  exit 77
fi
disk=$work/disk
mkdir "$disk"
job=
mount -t tmpfs -o size=600M none "$disk"
trap 'kill -KILL $job 2>/dev/null || true; umount "$disk" || umount -l "$disk"; rm -rf "$work"' EXIT

"$PNS" solve connect4:7x6 --threads 2 --memory 256M --checkpoint "$disk/c" --checkpoint-every 100ms \
  --json >"$work/out" 2>"$work/err" </dev/null &
job=$!
wait_until grep -q '^checkpoint:' "$work/err"
dd if=/dev/zero of="$disk/filler" bs=1M 2>/dev/null || true # until nothing fits any more
wait_until grep -q 'cannot .*No space left on device; the run goes on, and tries again' "$work/err"
[ -s "$disk/c" ] || die "the checkpoint from before is gone"
: >"$work/err"
rm "$disk/filler"
wait_until grep -q '^checkpoint:' "$work/err"
kill -TERM "$job"
status=0
wait "$job" || status=$?
[ "$status" = 4 ] || die "exit $status, expected 4"
before=$(field "o['expansions']")
run 3 resume "$disk/c" --threads 1 --memory 256M --expansions 100 --quiet --json
is "o['expansions'] == $before + 100" True
done_checking
