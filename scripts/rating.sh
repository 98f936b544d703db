#!/usr/bin/env bash
# Plays the engine against free engines in chess, one game at a time: Stockfish limited
# to known ratings, at the time control for which these hold, and two other engines at a
# shorter one. On Debian and its derivatives it installs missing engines; wane does not
# contain them. Interrupt it at any time: the same command resumes the matches in
# bin/rating.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:?usage: rating.sh GAMES, such as 60}
PATH=$PATH:/usr/games # Debian has games there
missing=()
for name in fairy-stockfish stockfish ethereal-chess toga2; do
	command -v "$name" >/dev/null || missing+=("$name")
done
if [ ${#missing[@]} -gt 0 ]; then
	as_root=()
	[ "$(id -u)" -eq 0 ] || as_root=(sudo)
	if ! command -v apt-get >/dev/null || ! "${as_root[@]}" apt-get -qq update >&2 ||
		! "${as_root[@]}" apt-get -qq -y --no-install-recommends install "${missing[@]}" >&2; then
		echo "rating: cannot install ${missing[*]}; install it manually and try again" >&2
		exit 1
	fi
fi
mkdir -p bin/rating

# gauntlet plays wane against other engines.
gauntlet() {
	local clock=$1 engine engines=()
	shift
	for engine; do engines+=(-e "$engine"); done
	bin/wane match -v chess --gauntlet --time "$clock" --games "$games" --margin 200ms --seed 11 --resign 4,700 --draw 8,10,40 \
		--state "bin/rating/$clock.jsonl" --output "bin/rating/$clock.pgn" -e wane,hash=64 "${engines[@]}"
}

# Without books and pondering, with one thread and equal tables. The limits of Stockfish
# are older than its network, so only those of Fairy-Stockfish 11, which has none, count
# as ratings (docs/strength.md).
limited='option.Hash=64,option.Threads=1,option.Move Overhead=300,option.UCI_LimitStrength=true,option.UCI_Elo'
gauntlet 60+0.6 "cmd=fairy-stockfish,name=Fairy-Stockfish 2600,rating=2600,$limited=2600" \
	"cmd=fairy-stockfish,name=Fairy-Stockfish 2850,rating=2850,$limited=2850" "cmd=stockfish,name=Stockfish 2600,$limited=2600"
gauntlet 10+0.1 'cmd=ethereal-chess,name=Ethereal,option.Hash=64,option.Threads=1,option.ContemptDrawPenalty=0,option.ContemptComplexity=0' \
	'cmd=toga2,name=Toga II,option.Hash=64,option.Number of Threads=1,option.OwnBook=false'
