# Sourced by the tests of `pns serve`: Python finds serve.py.
set -eu
: "${PNS:?set PNS to the command under test}"
command -v python3 >/dev/null || { echo "skipped: no python3; script/bootstrap test installs it"; exit 77; }
PYTHONPATH=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PNS_SOURCE=${PNS_SOURCE:-$(cd "$PYTHONPATH/../.." && pwd)}
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PNS_SOURCE PYTHONDONTWRITEBYTECODE PNS
