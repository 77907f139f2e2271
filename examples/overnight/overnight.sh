#!/bin/bash
# A run in the evening: fixed memory, a checkpoint every ten minutes, a log and a file to watch it by.
# The same command goes on from the checkpoint when there is one.
set -eu
: "${PNS:=pns}" # the command
: "${MEMORY:=16G}"

exec "$PNS" solve connect4:7x6 \
  --memory "$MEMORY" \
  --checkpoint connect4.checkpoint --checkpoint-every 10m \
  --log connect4.log \
  --metrics-file connect4.prom \
  --time 10h
