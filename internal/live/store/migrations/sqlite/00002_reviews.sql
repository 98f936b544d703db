-- +goose Up

-- The review of a game: what an engine thinks of it, or how far it has come. There
-- is at most one, which everybody shares.
CREATE TABLE reviews (
    game    TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    seq     INTEGER NOT NULL, -- of the last change: decides races
    line    TEXT NOT NULL,    -- JSON: variant, beginning, moves
    level   TEXT NOT NULL,
    status  TEXT NOT NULL,    -- 'waiting', 'running', 'done', 'failed'
    found   TEXT NOT NULL,    -- JSON: the last positions, while it is worked at
    report  TEXT NOT NULL,    -- JSON: the last that was finished; '': none
    fault   TEXT NOT NULL,
    asker   TEXT NOT NULL,    -- the guest who asked last
    asked   INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT;

CREATE INDEX reviews_open ON reviews (asked, game) WHERE status IN ('waiting', 'running');
