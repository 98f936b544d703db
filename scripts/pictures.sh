#!/usr/bin/env bash
# Draws the boards and the game of the README into docs/ with the built program. The
# size is too small for the names of hexagons, since the README shows them smaller.
set -euo pipefail
cd "$(dirname "$0")/.."
show() { bin/wane show --variant "$1" -o "docs/$2.svg" --size 480 --force ${3:+--fen "$3"}; }
show shrink shrink
show shrink shrink-later '2k/1R1/K2 w - - 0 1'
show convergent convergent
show diminuendo diminuendo
show cheshire cheshire
show cheshire8 cheshire8 'r*bqkbnr/pppp*ppp/2n5/4p3/4P3/5N2/PPPP*PPP/RNBQKB*R w Kk - 2 3'
bin/wane gif internal/page/lessons/content/shrink/games/scandinavian.pgn --size 320 --delay 1s --output docs/shrink.gif --force
