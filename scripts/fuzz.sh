#!/usr/bin/env bash
# Runs the fuzz targets of the module one after another, each for the given time or number
# of executions, and counts the executions. A pattern selects targets by package and name.
# Failing inputs are in the package's testdata/fuzz: commit them. Inputs that reach new code
# stay in Go's cache; scripts/fuzz-corpus.tar.xz has those of earlier runs, and
# CORPUS=keep adds the new ones to it.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:?usage: fuzz.sh TIME [PATTERN], such as 5m or 100000x}
pattern=${2:-.}
corpus=$PWD/scripts/fuzz-corpus.tar.xz
cache=$(go env GOCACHE)/fuzz
log=$(mktemp)
trap 'rm -f "$log"' EXIT
mkdir -p "$cache"
[ ! -e "$corpus" ] || tar -xJf "$corpus" -C "$cache" --skip-old-files
failed=0 total=0 targets=0
while IFS=: read -r file target; do
	dir=./$(dirname "$file") targets=$((targets + 1))
	echo "== $dir $target"
	# Inputs that reach new code are small enough; making them smaller takes most of the time.
	# In the folder, since research/ is a module of its own.
	go -C "$dir" test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 20x . >"$log" 2>&1 || { failed=1; cat "$log"; }
	n=$(sed -n 's/.*execs: \([0-9]*\).*/\1/p' "$log" | tail -1)
	total=$((total + ${n:-0}))
	echo "   ${n:-0} executions, $total in all"
done < <(grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sed 's/^\.\///; s/func //' | sort | grep -E "$pattern")
[ "$targets" -gt 0 ] || { echo "no target matches $pattern" >&2; exit 1; }
if [ "${CORPUS:-}" = keep ]; then
	module=$(go list -m)
	tar -cJf "$corpus" --sort=name --mtime=2026-01-01 --owner=0 --group=0 -C "$cache" "$module"
fi
exit $failed
