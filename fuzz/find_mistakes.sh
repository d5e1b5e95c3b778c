#!/usr/bin/env bash
# Does every fuzz target find every mutant, from an empty corpus?
#
#   fuzz/find_mistakes.sh [PROBLEM…]
#
# Prints a line for each mutant: seconds until the finding was minimised and
# written, executions until it was found, and the size of the minimised input.
# Exit code 1 if one was not found within LIMIT seconds (60 by default).
set -euo pipefail
cd "$(dirname "$0")/.."

limit="${LIMIT:-60}"
problems=("$@")
# As CONTRIBUTING says: stable, and no traces of comparisons.
build=(-s none --no-trace-compares)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missed=0

cargo build --release --quiet --locked
if [ "${#problems[@]}" -eq 0 ]; then
  mapfile -t problems < <(target/release/duipai problems | awk '/^[a-z]/ { print $1 }')
fi
mistakes() { # of a problem: the lines "mutant: NAME …" below its heading
  target/release/duipai problems --mutants |
    awk -v p="$1" '/^[a-z]/ { own = ($1 == p) } own && $1 == "mutant:" { print $2 }'
}
printf '%-10s %-24s %8s %12s %s\n' problem mutant seconds executions "minimised (bytes)"
for problem in "${problems[@]}"; do
  cargo fuzz build "${build[@]}" "$problem" >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
  for mistake in $(mistakes "$problem"); do
    folder="$work/$problem-$mistake"
    mkdir -p "$folder/corpus"
    start=$(date +%s.%N)
    # It is meant to fail: that is how a fuzz target tells.
    DUIPAI_SUBJECT="mutant:$mistake" DUIPAI_OUT="$folder/out" \
      cargo fuzz run "${build[@]}" "$problem" "$folder/corpus" -- \
      -max_total_time="$limit" -print_final_stats=1 -artifact_prefix="$folder/" \
      >"$folder/log" 2>&1 || true
    end=$(date +%s.%N)
    found=$(find "$folder/out" -maxdepth 2 -name '*.in' 2>/dev/null | head -n 1 || true)
    runs=$(awk '/stat::number_of_executed_units/ { print $2 }' "$folder/log")
    if [ -n "$found" ]; then
      printf '%-10s %-24s %8.1f %12s %s\n' "$problem" "$mistake" \
        "$(awk -v a="$start" -v b="$end" "BEGIN { print b - a }")" "${runs:-?}" "$(wc -c <"$found")"
    else
      printf '%-10s %-24s %8s %12s\n' "$problem" "$mistake" "> $limit" "${runs:-?}"
      missed=1
    fi
  done
done
exit "$missed"
