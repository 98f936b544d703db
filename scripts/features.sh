#!/usr/bin/env bash
# Plays the engine against itself with one search feature switched off, for each
# feature and variant, and prints a line for each match. Positive Elo means that
# the feature helps.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:?usage: features.sh GAMES NODES, such as 60 3000}
nodes=${2:?usage: features.sh GAMES NODES, such as 60 3000}
# The error about an unknown feature lists the known ones.
names=$({ bin/wane match -v chess -e 'wane,without=?' -e wane --nodes 1 2>&1 || true; } | sed -n 's/.*expected one of //p' | tr -d ',')
[ -n "$names" ]
for name in $names; do
	for variant in $(bin/wane variants | awk 'NF == 0 { exit } { print $1 }'); do
		printf '%-22s %-11s ' "$name" "$variant"
		bin/wane match -v "$variant" -e wane -e "wane,name=without,without=$name" --nodes "$nodes" \
			--games "$games" -c 0 --max-moves 150 --resign 4,900 | grep '^Elo'
	done
done
