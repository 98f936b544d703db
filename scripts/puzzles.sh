#!/usr/bin/env bash
# Makes the puzzles of the program from games of the engine and writes puzzle/collection/data.
# The same program makes the same puzzles. An interrupted run resumes from bin/puzzles.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:?usage: puzzles.sh COUNT, such as 1020}
folder=bin/puzzles
mkdir -p "$folder"
cp -n bin/wane "$folder/wane" # a run keeps its program
wane="nice $folder/wane puzzle make"
# Games seldom have puzzles with a pawn of the opponent; random endings do.
$wane shrink --endings --theme opponents-pawn --count 21 --out "$folder/opponents-pawn.tsv"
for variant in ${VARIANTS:-shrink convergent diminuendo cheshire cheshire8}; do
	add=()
	[ "$variant" != shrink ] || add=(--add "$folder/opponents-pawn.tsv")
	$wane "$variant" --count "$count" --out "$folder/$variant.tsv" "${add[@]}"
	cp "$folder/$variant.tsv" puzzle/collection/data/
done
rm "$folder/wane"
