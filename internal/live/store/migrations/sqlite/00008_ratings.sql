-- +goose Up

-- Whether a game changes ratings, if it counts, and whether that has been decided.
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;

CREATE INDEX games_unsettled ON games (updated, id) WHERE status = 'finished' AND rated AND NOT settled;
CREATE INDEX games_rated ON games (id) WHERE status = 'finished' AND rated;

-- What the other columns do not say about a player, such as whether it has an account: JSON, ''
-- for nothing.
ALTER TABLE games ADD COLUMN white_standing TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN black_standing TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN standing TEXT NOT NULL DEFAULT '';

-- The ledger: what each game did to the ratings of its players. It outlives games and
-- accounts, since the changes after a change depend on it.
CREATE TABLE rating_changes (
    seq              INTEGER PRIMARY KEY NOT NULL, -- from 1, without gaps
    game             TEXT NOT NULL,
    ended            INTEGER NOT NULL,
    pool             TEXT NOT NULL,
    result           TEXT NOT NULL,
    white            TEXT NOT NULL, -- ID of an account, 'level:' and a number, or 'gone:' and random letters
    black            TEXT NOT NULL,
    white_rating     REAL NOT NULL,
    white_deviation  REAL NOT NULL,
    white_volatility REAL NOT NULL,
    black_rating     REAL NOT NULL,
    black_deviation  REAL NOT NULL,
    black_volatility REAL NOT NULL,
    -- after the game
    white_new_rating     REAL NOT NULL,
    white_new_deviation  REAL NOT NULL,
    white_new_volatility REAL NOT NULL,
    black_new_rating     REAL NOT NULL,
    black_new_deviation  REAL NOT NULL,
    black_new_volatility REAL NOT NULL,
    deleted          INTEGER NOT NULL DEFAULT 0 -- whether the game was deleted
) STRICT;

CREATE UNIQUE INDEX rating_changes_game ON rating_changes (game);
CREATE INDEX rating_changes_white ON rating_changes (white, seq);
CREATE INDEX rating_changes_black ON rating_changes (black, seq);

-- The ratings of players, as they are after the last change.
CREATE TABLE ratings (
    player     TEXT NOT NULL,
    pool       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    wins       INTEGER NOT NULL,
    draws      INTEGER NOT NULL,
    losses     INTEGER NOT NULL,
    ended      INTEGER NOT NULL, -- the last game
    seq        INTEGER NOT NULL, -- of the last change
    PRIMARY KEY (player, pool)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_best ON ratings (pool, rating);
