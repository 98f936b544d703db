#!/usr/bin/env bash
# Runs once in a new primary: a role and a slot for the standby.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE standby WITH REPLICATION LOGIN PASSWORD :'password';
SELECT pg_create_physical_replication_slot('standby');
ALTER SYSTEM SET max_slot_wal_keep_size = '4GB'; -- a standby that is gone must not fill the disk
SQL
echo 'host replication standby all scram-sha-256' >>"$PGDATA/pg_hba.conf"
