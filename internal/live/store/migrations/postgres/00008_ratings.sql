-- +goose Up

-- Whether a game changes ratings, if it counts, and whether that has been decided.
ALTER TABLE games ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE games ADD COLUMN settled BOOLEAN NOT NULL DEFAULT FALSE;

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
    seq              BIGINT PRIMARY KEY NOT NULL, -- from 1, without gaps
    game             TEXT NOT NULL,
    ended            BIGINT NOT NULL,
    pool             TEXT NOT NULL,
    result           TEXT NOT NULL,
    white            TEXT NOT NULL, -- ID of an account, 'level:' and a number, or 'gone:' and random letters
    black            TEXT NOT NULL,
    white_rating     DOUBLE PRECISION NOT NULL,
    white_deviation  DOUBLE PRECISION NOT NULL,
    white_volatility DOUBLE PRECISION NOT NULL,
    black_rating     DOUBLE PRECISION NOT NULL,
    black_deviation  DOUBLE PRECISION NOT NULL,
    black_volatility DOUBLE PRECISION NOT NULL,
    -- after the game
    white_new_rating     DOUBLE PRECISION NOT NULL,
    white_new_deviation  DOUBLE PRECISION NOT NULL,
    white_new_volatility DOUBLE PRECISION NOT NULL,
    black_new_rating     DOUBLE PRECISION NOT NULL,
    black_new_deviation  DOUBLE PRECISION NOT NULL,
    black_new_volatility DOUBLE PRECISION NOT NULL,
    deleted          BOOLEAN NOT NULL DEFAULT FALSE -- whether the game was deleted
);

CREATE UNIQUE INDEX rating_changes_game ON rating_changes (game);
CREATE INDEX rating_changes_white ON rating_changes (white, seq);
CREATE INDEX rating_changes_black ON rating_changes (black, seq);

-- The ratings of players, as they are after the last change.
CREATE TABLE ratings (
    player     TEXT NOT NULL,
    pool       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    wins       BIGINT NOT NULL,
    draws      BIGINT NOT NULL,
    losses     BIGINT NOT NULL,
    ended      BIGINT NOT NULL, -- the last game
    seq        BIGINT NOT NULL, -- of the last change
    PRIMARY KEY (player, pool)
);

CREATE INDEX ratings_best ON ratings (pool, rating);
