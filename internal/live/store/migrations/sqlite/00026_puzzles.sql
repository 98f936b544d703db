-- +goose Up

-- The ratings of players in puzzles, by variant. Moments are milliseconds since 1970.
CREATE TABLE puzzle_ratings (
    player     TEXT NOT NULL,    -- a guest or an account
    variant    TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tried      INTEGER NOT NULL, -- attempts that counted
    solved     INTEGER NOT NULL,
    counted    INTEGER NOT NULL, -- when the last one of them was; 0: there is none
    seen       INTEGER NOT NULL, -- when the player tried a puzzle last
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_ratings_seen ON puzzle_ratings (seen);

-- What players have made of puzzles. Puzzles that nobody has tried or reported have no row.
CREATE TABLE puzzle_records (
    puzzle     TEXT PRIMARY KEY NOT NULL,
    variant    TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tried      INTEGER NOT NULL,            -- players
    solved     INTEGER NOT NULL,
    state      TEXT NOT NULL,               -- '', 'resting' or 'removed'
    since      INTEGER NOT NULL DEFAULT 0   -- when it got the state
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_records_variant ON puzzle_records (variant);
CREATE INDEX puzzle_records_idle ON puzzle_records (state, since) WHERE state <> '';

-- The first attempt of each player at each puzzle.
CREATE TABLE puzzle_attempts (
    seq              INTEGER PRIMARY KEY,
    player           TEXT NOT NULL,
    puzzle           TEXT NOT NULL,
    id               TEXT NOT NULL,    -- chosen by the client
    variant          TEXT NOT NULL,
    at               INTEGER NOT NULL,
    last             INTEGER NOT NULL, -- when the player tried the puzzle last
    took             INTEGER NOT NULL, -- milliseconds
    moves            TEXT NOT NULL,    -- UCI, separated by spaces
    solved           INTEGER NOT NULL,
    helped           INTEGER NOT NULL,
    counted          INTEGER NOT NULL,
    before_rating    REAL NOT NULL,    -- the player's
    before_deviation REAL NOT NULL,
    after_rating     REAL NOT NULL,
    after_deviation  REAL NOT NULL,
    puzzle_before    REAL NOT NULL,    -- the rating of the puzzle
    puzzle_after     REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX puzzle_attempts_once ON puzzle_attempts (player, puzzle);
CREATE INDEX puzzle_attempts_player ON puzzle_attempts (player, seq);
CREATE INDEX puzzle_attempts_last ON puzzle_attempts (player, variant, last, puzzle);

-- The best runs of players.
CREATE TABLE puzzle_runs (
    player  TEXT NOT NULL,
    kind    TEXT NOT NULL,    -- 'streak' or 'storm'
    variant TEXT NOT NULL,    -- or 'mixed'
    span    TEXT NOT NULL,    -- 'day', 'week' or 'ever'
    begun   INTEGER NOT NULL, -- the day or week
    score   INTEGER NOT NULL,
    wrong   INTEGER NOT NULL,
    took    INTEGER NOT NULL, -- milliseconds
    at      INTEGER NOT NULL,
    PRIMARY KEY (player, kind, variant, span)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_runs_best ON puzzle_runs (kind, variant, span, begun, score DESC, wrong, took, at);

-- What players think of puzzles.
CREATE TABLE puzzle_votes (
    puzzle TEXT NOT NULL,
    player TEXT NOT NULL,
    vote   INTEGER NOT NULL, -- 1 or -1
    at     INTEGER NOT NULL,
    PRIMARY KEY (puzzle, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_votes_player ON puzzle_votes (player);

CREATE TABLE puzzle_reports (
    id       INTEGER PRIMARY KEY,
    puzzle   TEXT NOT NULL,
    variant  TEXT NOT NULL,
    at       INTEGER NOT NULL,
    reporter TEXT NOT NULL,    -- a player; '': the account was deleted
    account  INTEGER NOT NULL, -- the reporter had an account
    reason   TEXT NOT NULL,
    text     TEXT NOT NULL,
    decided  INTEGER NOT NULL  -- 0: open
) STRICT;

CREATE UNIQUE INDEX puzzle_reports_open ON puzzle_reports (reporter, puzzle) WHERE decided = 0 AND reporter <> '';
CREATE INDEX puzzle_reports_puzzle ON puzzle_reports (puzzle, id);
CREATE INDEX puzzle_reports_decided ON puzzle_reports (decided);

-- Puzzles that accounts have published.
CREATE TABLE puzzle_composed (
    id       TEXT PRIMARY KEY NOT NULL,
    author   TEXT NOT NULL,    -- an account; '': it was deleted
    variant  TEXT NOT NULL,
    fen      TEXT NOT NULL,
    position TEXT NOT NULL,    -- the FEN without counters
    moves    TEXT NOT NULL,    -- UCI, separated by spaces
    goal     TEXT NOT NULL,
    proof    TEXT NOT NULL,
    rating   INTEGER NOT NULL,
    themes   TEXT NOT NULL,    -- separated by spaces
    note     TEXT NOT NULL,
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX puzzle_composed_position ON puzzle_composed (variant, position);
CREATE INDEX puzzle_composed_author ON puzzle_composed (author, created);
