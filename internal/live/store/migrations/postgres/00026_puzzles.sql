-- +goose Up

-- The ratings of players in puzzles, by variant. Moments are milliseconds since 1970.
CREATE TABLE puzzle_ratings (
    player     TEXT COLLATE "C" NOT NULL,    -- a guest or an account
    variant    TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tried      BIGINT NOT NULL, -- attempts that counted
    solved     BIGINT NOT NULL,
    counted    BIGINT NOT NULL, -- when the last one of them was; 0: there is none
    seen       BIGINT NOT NULL, -- when the player tried a puzzle last
    PRIMARY KEY (player, variant)
);

CREATE INDEX puzzle_ratings_seen ON puzzle_ratings (seen);

-- What players have made of puzzles. Puzzles that nobody has tried or reported have no row.
CREATE TABLE puzzle_records (
    puzzle     TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    variant    TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tried      BIGINT NOT NULL,            -- players
    solved     BIGINT NOT NULL,
    state      TEXT NOT NULL,               -- '', 'resting' or 'removed'
    since      BIGINT NOT NULL DEFAULT 0   -- when it got the state
);

CREATE INDEX puzzle_records_variant ON puzzle_records (variant);
CREATE INDEX puzzle_records_idle ON puzzle_records (state, since) WHERE state <> '';

-- The first attempt of each player at each puzzle.
CREATE TABLE puzzle_attempts (
    seq              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player           TEXT COLLATE "C" NOT NULL,
    puzzle           TEXT COLLATE "C" NOT NULL,
    id               TEXT COLLATE "C" NOT NULL,    -- chosen by the client
    variant          TEXT COLLATE "C" NOT NULL,
    at               BIGINT NOT NULL,
    last             BIGINT NOT NULL, -- when the player tried the puzzle last
    took             BIGINT NOT NULL, -- milliseconds
    moves            TEXT NOT NULL,    -- UCI, separated by spaces
    solved           BOOLEAN NOT NULL,
    helped           BOOLEAN NOT NULL,
    counted          BOOLEAN NOT NULL,
    before_rating    DOUBLE PRECISION NOT NULL,    -- the player's
    before_deviation DOUBLE PRECISION NOT NULL,
    after_rating     DOUBLE PRECISION NOT NULL,
    after_deviation  DOUBLE PRECISION NOT NULL,
    puzzle_before    DOUBLE PRECISION NOT NULL,    -- the rating of the puzzle
    puzzle_after     DOUBLE PRECISION NOT NULL
);

CREATE UNIQUE INDEX puzzle_attempts_once ON puzzle_attempts (player, puzzle);
CREATE INDEX puzzle_attempts_player ON puzzle_attempts (player, seq);
CREATE INDEX puzzle_attempts_last ON puzzle_attempts (player, variant, last, puzzle);

-- The best runs of players.
CREATE TABLE puzzle_runs (
    player  TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,    -- 'streak' or 'storm'
    variant TEXT COLLATE "C" NOT NULL,    -- or 'mixed'
    span    TEXT COLLATE "C" NOT NULL,    -- 'day', 'week' or 'ever'
    begun   BIGINT NOT NULL, -- the day or week
    score   BIGINT NOT NULL,
    wrong   BIGINT NOT NULL,
    took    BIGINT NOT NULL, -- milliseconds
    at      BIGINT NOT NULL,
    PRIMARY KEY (player, kind, variant, span)
);

CREATE INDEX puzzle_runs_best ON puzzle_runs (kind, variant, span, begun, score DESC, wrong, took, at);

-- What players think of puzzles.
CREATE TABLE puzzle_votes (
    puzzle TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    vote   BIGINT NOT NULL, -- 1 or -1
    at     BIGINT NOT NULL,
    PRIMARY KEY (puzzle, player)
);

CREATE INDEX puzzle_votes_player ON puzzle_votes (player);

CREATE TABLE puzzle_reports (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    puzzle   TEXT COLLATE "C" NOT NULL,
    variant  TEXT COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL,
    reporter TEXT COLLATE "C" NOT NULL,    -- a player; '': the account was deleted
    account  BOOLEAN NOT NULL, -- the reporter had an account
    reason   TEXT NOT NULL,
    text     TEXT NOT NULL,
    decided  BIGINT NOT NULL  -- 0: open
);

CREATE UNIQUE INDEX puzzle_reports_open ON puzzle_reports (reporter, puzzle) WHERE decided = 0 AND reporter <> '';
CREATE INDEX puzzle_reports_puzzle ON puzzle_reports (puzzle, id);
CREATE INDEX puzzle_reports_decided ON puzzle_reports (decided);

-- Puzzles that accounts have published.
CREATE TABLE puzzle_composed (
    id       TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    author   TEXT COLLATE "C" NOT NULL,    -- an account; '': it was deleted
    variant  TEXT COLLATE "C" NOT NULL,
    fen      TEXT NOT NULL,
    position TEXT COLLATE "C" NOT NULL,    -- the FEN without counters
    moves    TEXT NOT NULL,    -- UCI, separated by spaces
    goal     TEXT NOT NULL,
    proof    TEXT NOT NULL,
    rating   BIGINT NOT NULL,
    themes   TEXT NOT NULL,    -- separated by spaces
    note     TEXT NOT NULL,
    created  BIGINT NOT NULL
);

CREATE UNIQUE INDEX puzzle_composed_position ON puzzle_composed (variant, position);
CREATE INDEX puzzle_composed_author ON puzzle_composed (author, created);
