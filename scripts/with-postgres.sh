#!/usr/bin/env bash
# Starts PostgreSQL in a temporary folder, with its defaults, runs a command in which DB
# stands for the address of an empty database, and removes all of it:
#
#   scripts/with-postgres.sh bin/wane loadtest --servers 2 --db DB --nats nats://localhost:4222 --concurrency 256 --every 0 --for 20s
set -euo pipefail
programs=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1) # Debian keeps them out of the PATH
folder=$(mktemp -d)
port=$((20000 + RANDOM % 10000))
as=()
if [ "$(id -u)" = 0 ]; then # PostgreSQL refuses to run as root
	chown postgres "$folder"
	as=(setpriv --reuid postgres --regid postgres --init-groups)
fi
cd "$folder"
"${as[@]}" "$programs/initdb" --pgdata "$folder/data" --username wane --auth trust --encoding UTF8 --no-locale >/dev/null
"${as[@]}" "$programs/postgres" -D "$folder/data" -k "$folder" -h 127.0.0.1 -p "$port" >"$folder/log" 2>&1 &
server=$!
trap 'kill -INT $server; wait $server; rm -rf "$folder"' EXIT
until "$programs/createdb" -h 127.0.0.1 -p "$port" -U wane wane 2>/dev/null; do
	kill -0 "$server" || { cat "$folder/log"; exit 1; }
	sleep 0.1
done
cd - >/dev/null
"${@//DB/postgres://wane@127.0.0.1:$port/wane}"
