#!/usr/bin/env bash
# Draws the boards of the README into docs/ with the built program.
set -euo pipefail
cd "$(dirname "$0")/.."
show() { bin/wane show --variant "$1" --svg "docs/$2.svg" --force ${3:+--fen "$3"} >/dev/null; }
show shrink shrink
show shrink shrink-later '2k/1R1/K2 w - - 0 1'
show convergent convergent
show diminuendo diminuendo
show cheshire cheshire
show cheshire8 cheshire8
show chess chess
