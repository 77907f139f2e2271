# Sourced by the scripts of this folder: where things are, and how a preset is configured.
root=$(cd "$(dirname "$0")/.." && pwd)
jobs=$(nproc 2>/dev/null || echo 2)

say() { echo "$(basename "$0"): $*" >&2; }

# A build folder serves again unless the tree has moved, or the processor is another one (release
# builds use every instruction of the machine that builds).
still_fits() {
  cache=$1/CMakeCache.txt
  [ ! -f "$cache" ] || { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache" &&
    { [ ! -f "$1/processor" ] || [ "$(cat "$1/processor")" = "$(processor)" ]; }; }
}

processor() { grep -m1 '^flags' /proc/cpuinfo 2>/dev/null | cksum; }

# configure PRESET
configure() {
  build=$root/build/$1
  if ! still_fits "$build"; then
    say "build/$1 is of another place or machine: starting anew"
    rm -rf "$build"
  fi
  mkdir -p "$build"
  processor >"$build/processor"
  (cd "$root" && cmake --preset "$1") >"$build/configure.log" 2>&1 || {
    cat "$build/configure.log" >&2
    exit 2
  }
}

# compile PRESET [TARGET...]: silent unless it fails
compile() {
  build=$root/build/$1
  shift
  cmake --build "$build" -j "$jobs" ${1+--target "$@"} >"$build/compile.log" 2>&1 || {
    grep -E -A6 'error:|undefined reference' "$build/compile.log" >&2 ||
      tail -n 30 "$build/compile.log" >&2
    exit 2
  }
}
