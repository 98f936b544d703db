-- +goose Up

-- Whether no guest of a finished game is known any more.
ALTER TABLE games ADD COLUMN forgotten BOOLEAN NOT NULL DEFAULT FALSE;

-- What is deleted after time: games without a result or a move, guests of finished games, and who asked for reviews.
CREATE INDEX games_void ON games (updated, id) WHERE status <> 'live' AND (result = '*' OR ply = 0);
CREATE INDEX games_remembered ON games (updated, id) WHERE status = 'finished' AND NOT forgotten;
CREATE INDEX reviews_askers ON reviews (asked, game) WHERE asker <> '';

-- Games that were deleted, for a while: nodes that have them loaded find them here, and no
-- request creates them again.
CREATE TABLE deleted (
    game TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    at   BIGINT NOT NULL
);

CREATE INDEX deleted_at ON deleted (at);

-- What operators did with games.
CREATE TABLE admin_log (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       BIGINT NOT NULL,
    operator TEXT NOT NULL,
    action   TEXT NOT NULL, -- 'close', 'delete', 'export'
    game     TEXT COLLATE "C" NOT NULL, -- '': several
    detail   TEXT NOT NULL
);

CREATE INDEX admin_log_game ON admin_log (game, id) WHERE game <> '';

-- A game without a clock ends 30 days after its last event. Games of earlier versions have
-- no deadline.
UPDATE games SET deadline = updated + 2592000000
WHERE status = 'live' AND deadline IS NULL AND base = 0 AND increment = 0 AND per_move = 0;
