#!/bin/bash
# The checker shares nothing with the solver: it includes only its own headers and those of the
# system, and no symbol of the library is in it or wanted by it.
set -eu
: "${PNS_SOURCE:?}" "${PNS_CHECK:?}"

foreign=$(grep -nE '^[[:space:]]*#[[:space:]]*include' "$PNS_SOURCE"/src/check/*.[ch] |
  grep -vE '#[[:space:]]*include (<[a-z0-9_/]+\.h>|"check/[a-z0-9_]+\.h")' || true)
[ -z "$foreign" ] || { echo "includes from elsewhere:"; echo "$foreign"; exit 1; }
foreign=$(grep -nE '#[[:space:]]*include <pns/' "$PNS_SOURCE"/src/check/*.[ch] || true)
[ -z "$foreign" ] || { echo "the solver's own headers:"; echo "$foreign"; exit 1; }

foreign=$( (nm "$PNS_CHECK" 2>/dev/null; nm -D "$PNS_CHECK") | grep -E ' pns_' || true)
[ -z "$foreign" ] || { echo "symbols of the solver:"; echo "$foreign"; exit 1; }
! ldd "$PNS_CHECK" | grep -q libpns || { echo "pns-check is linked with libpns"; exit 1; }

# And nothing outside the checker and its tests looks into it.
foreign=$(grep -rlE '#[[:space:]]*include "check/' "$PNS_SOURCE/src" --include='*.[ch]' |
  grep -v "^$PNS_SOURCE/src/check/" || true)
[ -z "$foreign" ] || { echo "the checker's headers are used by:"; echo "$foreign"; exit 1; }
echo "pns-check stands alone"
