#!/usr/bin/env bash
# Generates the starter games of the opening explorer by self-play and packs them into
# internal/server/archive/games. The same program generates the same games.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:?usage: starter.sh GAMES NODES, such as 300 5000}
nodes=${2:?usage: starter.sh GAMES NODES, such as 300 5000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p internal/server/archive/games
for variant in ${VARIANTS:-shrink convergent diminuendo diminuendo:pbnrqk diminuendo:qrbnpk cheshire cheshire8 chess}; do
	name=${variant/:/-}.txt
	varied=60
	case $variant in *:*) varied=250 ;; esac # few moves are close to the best
	nice "${RESEARCH:-bin/research}" selfplay "$variant" --whole-games --max-plies 40 --varied $varied --random-plies 12 --played-out 0 \
		--games "$games" --nodes "$nodes" --seed 1 --concurrency 1 --output "$folder/$name"
	gzip -9 -n -c "$folder/$name" >"internal/server/archive/games/$name.gz"
done
