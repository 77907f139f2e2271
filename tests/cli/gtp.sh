#!/bin/bash
# The Go Text Protocol: its form to the byte, values known from elsewhere, games, refusals, limits,
# interrupts, and a long session of anything. PNS_GTP_LINES and PNS_GTP_SEED choose another one,
# PNS_GTP_LONG adds all openings of 5x5, PNS_GTP_PATIENCE=0.1 asks an idle machine for more.
set -eu
. "$(dirname "$0")/../support/cli.sh"

run 0 gtp --help
for word in "pns gtp" --threads --move-time --gfx; do said "$word"; done
! grep -qE -- '--(goal|checkpoint-every)' "$work/out" || die "help offers what is refused"
refuse "unknown game 'chess'" gtp chess
refuse "expected at most one game" gtp hex:5 a1
refuse "unknown option '--goal" gtp --goal first-wins
refuse "expected one of off, stderr, stdout" gtp --gfx screen
refuse "expected a duration" gtp --move-time long

# ---- the form of answers ----
checks=$((checks + 1))
printf '%s' $'name\n12 protocol_version\n\n# nothing\n  \t\r\n3\tversion # it\r\n4 qu\x01it no\n\x0b5 known_com\x07mand name
00 boardsize 2\nshowboard\n6\nfoo\n7 clear_board\n8 quit\n9 name\n' | "$PNS" gtp >"$work/out"
version=$("$PNS" --version | head -1 | cut -d' ' -f2)
cat >"$work/expected" <<END
= pns

=12 2

=3 $version

?4 syntax error: 1 arguments, expected 'quit'

=5 true

=00 

= 
    a b
  1 . .
   2 . .
X joins top and bottom, O joins left and right
black to move

?6 unknown command

? unknown command

=7 

=8 

END
diff "$work/expected" "$work/out" || die "the session differs from what the protocol asks for"

# The end of the input is the end, after everything was answered, the last line even without newline.
checks=$((checks + 1))
[ "$(printf 'name\nversion' | "$PNS" gtp | grep -c '^=')" = 2 ] || die "a line was lost at the end"

# A search without limits ends when nobody reads its answer any more.
checks=$((checks + 1))
SECONDS=0
(printf 'dfpn-solve-state\n' | timeout 60 "$PNS" gtp hex:11 --memory 512M 2>/dev/null) | true
[ "$SECONDS" -lt 10 ] || die "a deserted search ran on for $SECONDS s"

# Sanitizers are slow to wake threads up.
"$PNS" --version | grep -q fsanitize && export PNS_GTP_PATIENCE=2 PNS_GTP_LINES=300
python3 "$(dirname "$0")/../support/gtp.py" oracles games refusals limits anything || die "see above"
done_checking
