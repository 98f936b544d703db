-- +goose Up

-- The studies of accounts. Moments are milliseconds since 1970.
CREATE TABLE studies (
    account TEXT NOT NULL,    -- ID
    id      TEXT NOT NULL,
    version TEXT NOT NULL,    -- a hash
    name    TEXT NOT NULL,
    variant TEXT NOT NULL,
    title   TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    moves   INTEGER NOT NULL, -- plies of the main line
    game    TEXT NOT NULL,    -- it was made from; '': none
    content BLOB NOT NULL,    -- JSON, compressed
    PRIMARY KEY (account, id)
) STRICT;
