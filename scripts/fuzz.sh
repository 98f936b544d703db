#!/usr/bin/env bash
# Runs every fuzz target of the module for the given time, one after another.
# Failing inputs are in the package's testdata/fuzz; commit them.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:?usage: fuzz.sh TIME, such as 5m}
failed=0
while IFS=: read -r file target; do
	dir=./$(dirname "$file")
	echo "== $dir $target"
	go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$dir" || failed=1
done < <(grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sed 's/^\.\///; s/func //' | sort)
exit $failed
