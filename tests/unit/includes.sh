#!/bin/bash
# Includes run one way: base <- config <- games, search <- certificate, checkpoint <- engine <-
# simulate <- front <- cli. front and cli see public headers only (and cli those of front), search names no game, check uses
# no room.
set -eu
cd "${PNS_SOURCE:-$(dirname "$0")/../..}/src"
faults=0

fault() {
  echo "$1"
  faults=$((faults + 1))
}

# The rooms whose headers a room may include, besides its own.
allowed() {
  case $1 in
    base) echo ;;
    config) echo base ;;
    games | search) echo base config ;;
    certificate | checkpoint) echo base config games search ;;
    engine) echo base config games search certificate checkpoint ;;
    simulate) echo base config games search engine ;;
    cli) echo front ;;
    front | check) echo ;;
    *) echo "unknown room $1" >&2 && return 1 ;;
  esac
}

# rooms_of FILE: the rooms named by its includes, and "public" for <pns/...>
rooms_of() {
  sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"([^"]+)".*/\1/p' "$1" | while read -r header; do
    case $header in
      ../* | */../*) echo "outside" ;;
      */*) echo "${header%%/*}" ;;
      *) [ -f "$(dirname "$1")/$header" ] && echo own || echo missing ;;
    esac
  done
  ! grep -qE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]pns/' "$1" || echo public
}

for room in */; do
  room=${room%/}
  rooms=" own $room $(allowed "$room") "
  [ "$room" = check ] || rooms="$rooms public "
  for file in $(find "$room" -name '*.[ch]' -o -name '*.def'); do
    for used in $(rooms_of "$file"); do
      [[ $rooms == *" $used "* ]] || fault "$file includes from '$used', allowed:$rooms"
    done
  done
done

# A game's own symbols begin with pns_game_NAME.
if [ -d games ] && [ -d search ]; then
  names=$(sed -nE 's/^ *row\(([a-z0-9]+)\).*/\1/p' games/registry.c | paste -sd '|')
  if grep -rnEw "$names" search; then fault "search names a game, see the lines above"; fi
fi

[ "$faults" = 0 ] && echo "includes run one way"
