#!/usr/bin/env bash
# Makes the puzzles of the program from games of the engine and writes puzzle/collection/data.
# The same program makes the same puzzles. An interrupted run resumes from bin/puzzles.
set -euo pipefail
cd "$(dirname "$0")/../.."
count=${1:?usage: all.sh COUNT, such as 1020}
folder=bin/puzzles
mkdir -p "$folder"
cp -n bin/research "$folder/research" # a run keeps its program
make="nice $folder/research puzzles make"
# Games seldom have puzzles with a pawn of the opponent; random endings do.
$make shrink --random-endings --theme opponents-pawn --count 21 --output "$folder/opponents-pawn.tsv"
for variant in ${VARIANTS:-shrink convergent diminuendo cheshire cheshire8}; do
	add=()
	[ "$variant" != shrink ] || add=(--add "$folder/opponents-pawn.tsv")
	$make "$variant" --count "$count" --output "$folder/$variant.tsv" "${add[@]}"
	cp "$folder/$variant.tsv" puzzle/collection/data/
done
rm "$folder/research"
