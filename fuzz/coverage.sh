#!/usr/bin/env bash
# Which lines of solver, reference and reader do a corpus's inputs reach?
#
#   fuzz/coverage.sh TARGET [FOLDER…]
#
# Runs the target once on every file of the folders (by default the fuzzer's
# corpus and the fixtures), on stable, without cargo-fuzz. Prints a table and
# writes the lines as pages to fuzz/coverage/TARGET/. Needs llvm-profdata and
# llvm-cov: rustup's component llvm-tools has them, or LLVM 19 or newer; their
# names may be given in LLVM_PROFDATA and LLVM_COV.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${1:?which target?}"
shift
folders=("$@")
if [ "${#folders[@]}" -eq 0 ]; then
  folders=("fuzz/corpus/$target")
  if [ -d "corpus/$target" ]; then folders+=("corpus/$target"); else folders+=(corpus); fi
fi
tools="$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | awk '/^host/ { print $2 }')/bin"
tool() { if [ -x "$tools/$1" ]; then echo "$tools/$1"; else echo "$1"; fi; }
profdata="${LLVM_PROFDATA:-$(tool llvm-profdata)}"
cov="${LLVM_COV:-$(tool llvm-cov)}"
for program in "$profdata" "$cov"; do
  command -v "$program" >/dev/null || {
    echo "$program: not found (rustup component add llvm-tools, or set LLVM_PROFDATA and LLVM_COV)" >&2
    exit 2
  }
done

out="fuzz/coverage/$target"
rm -rf "$out"
mkdir -p "$out"
# Apart from the usual folder, whose builds are not instrumented. Build scripts
# are instrumented too; nobody wants their figures.
LLVM_PROFILE_FILE=/dev/null RUSTFLAGS="-C instrument-coverage" cargo build --quiet --release --locked \
  --package duipai-fuzz --bin "$target" --target-dir target/coverage
program="target/coverage/release/$target"
# Hundreds of files to a run, so that no command line is too long.
find "${folders[@]}" -type f ! -name '.*' ! -name '*.ans' ! -name '*.desc' -print0 |
  LLVM_PROFILE_FILE="$out/%p.profraw" xargs -0 -r -n 500 "$program" >"$out/log" 2>&1 ||
  { tail -n 20 "$out/log"; exit 1; }
"$profdata" merge -sparse "$out"/*.profraw -o "$out/profdata" || {
  echo "$profdata: too old for the profiles of this compiler? (LLVM 19 or newer is needed)" >&2
  exit 2
}
rm -f "$out"/*.profraw
# The target's own files: other problems are in the program but not run.
sources=(src/text.rs src/judge.rs src/failure.rs src/testbed.rs src/testbed/*.rs)
if [ -d "reference/src/$target" ]; then
  sources+=("reference/src/$target" "src/problems/$target")
else
  sources+=(reference/src src/problems)
fi
"$cov" show "$program" -instr-profile="$out/profdata" -format=html -output-dir="$out" "${sources[@]}"
"$cov" report "$program" -instr-profile="$out/profdata" -show-branch-summary=false "${sources[@]}"
echo "pages: $out/index.html"
