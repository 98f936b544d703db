#!/usr/bin/env bash
# Runs PostgreSQL as a standby of the host that is its argument.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
	mkdir -p "$PGDATA" && chown postgres "$PGDATA" && chmod 700 "$PGDATA"
	exec gosu postgres "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
	until PGPASSWORD=$REPLICATION_PASSWORD pg_basebackup -h "$1" -U standby -D "$PGDATA" -R -S standby -X stream -c fast; do
		find "$PGDATA" -mindepth 1 -delete # of a copy that failed half-way
		sleep 2
	done
fi
exec postgres
