-- +goose Up

-- What accounts are to each other. Moments are milliseconds since 1970.
CREATE TABLE relations (
    account TEXT NOT NULL, -- ID, as other
    other   TEXT NOT NULL,
    kind    TEXT NOT NULL, -- 'follow', 'block'
    at      INTEGER NOT NULL,
    PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX relations_other ON relations (other, kind);

-- Until when accounts are online, as nodes note it from time to time.
CREATE TABLE seen (
    account   TEXT PRIMARY KEY NOT NULL, -- ID
    until     INTEGER NOT NULL,
    invisible INTEGER NOT NULL DEFAULT 0 -- 0 or 1: others do not see it
) STRICT, WITHOUT ROWID;
