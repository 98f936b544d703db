-- Moments are milliseconds since 1970, lengths of time are nanoseconds (what a
-- replay adds up must be exact), sides are 0 for white and 1 for black.

-- +goose Up

-- A game: what was agreed, and how it stands after its last event.
CREATE TABLE games (
    id          TEXT PRIMARY KEY NOT NULL,
    variant     TEXT NOT NULL,
    start       TEXT NOT NULL,    -- FEN; '': the variant's own
    base        INTEGER NOT NULL,
    increment   INTEGER NOT NULL,
    per_move    INTEGER NOT NULL,
    casual      INTEGER NOT NULL, -- 0 or 1
    public      INTEGER NOT NULL, -- 0 or 1
    seats       TEXT NOT NULL,    -- JSON: the two players as at creation
    creator     TEXT NOT NULL,
    former      TEXT NOT NULL,
    created     INTEGER NOT NULL,

    white_guest TEXT NOT NULL,
    white_name  TEXT NOT NULL,
    white_level INTEGER NOT NULL,
    black_guest TEXT NOT NULL,
    black_name  TEXT NOT NULL,
    black_level INTEGER NOT NULL,
    status      TEXT NOT NULL,
    seq         INTEGER NOT NULL, -- of the last event
    ply         INTEGER NOT NULL,
    turn        INTEGER NOT NULL,
    position    TEXT NOT NULL,    -- FEN
    last        TEXT NOT NULL,
    result      TEXT NOT NULL,    -- '*', '1-0', '0-1', '1/2-1/2'
    reason      TEXT NOT NULL,
    updated     INTEGER NOT NULL,
    deadline    INTEGER,          -- NULL: nothing will happen by itself
    thinking    INTEGER NOT NULL  -- 0 or 1
) STRICT;

CREATE INDEX games_status ON games (status, updated, id);
CREATE INDEX games_updated ON games (updated, id);
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_thinking ON games (updated, id) WHERE thinking;
CREATE INDEX games_white ON games (white_guest) WHERE white_guest <> '';
CREATE INDEX games_black ON games (black_guest) WHERE black_guest <> '';
CREATE INDEX games_creator ON games (creator) WHERE creator <> '';

-- Every change of a game. The two keys decide races.
CREATE TABLE events (
    game        TEXT NOT NULL REFERENCES games (id),
    seq         INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    side        INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    command     TEXT NOT NULL,
    guest       TEXT NOT NULL,
    name        TEXT NOT NULL,
    level       INTEGER NOT NULL,
    move        TEXT NOT NULL,
    san         TEXT NOT NULL,
    white_clock INTEGER NOT NULL,
    black_clock INTEGER NOT NULL,
    plies       INTEGER NOT NULL,
    result      TEXT NOT NULL,
    reason      TEXT NOT NULL,
    next        TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_command ON events (game, command) WHERE command <> '';

-- Random bytes that every node shares, such as the key of cookies.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

-- One row, written to see whether writing works.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY NOT NULL,
    at INTEGER NOT NULL
) STRICT;
