-- +goose Up

-- Whether no guest of a finished game is known any more.
ALTER TABLE games ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;

-- What is deleted after time: games without a result or a move, guests of finished games, and who asked for reviews.
CREATE INDEX games_void ON games (updated, id) WHERE status <> 'live' AND (result = '*' OR ply = 0);
CREATE INDEX games_remembered ON games (updated, id) WHERE status = 'finished' AND NOT forgotten;
CREATE INDEX reviews_askers ON reviews (asked, game) WHERE asker <> '';

-- Games that were deleted, for a while: nodes that have them loaded find them here, and no
-- request creates them again.
CREATE TABLE deleted (
    game TEXT PRIMARY KEY NOT NULL,
    at   INTEGER NOT NULL
) STRICT;

CREATE INDEX deleted_at ON deleted (at);

-- What operators did with games.
CREATE TABLE admin_log (
    id       INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    operator TEXT NOT NULL,
    action   TEXT NOT NULL, -- 'close', 'delete', 'export'
    game     TEXT NOT NULL, -- '': several
    detail   TEXT NOT NULL
) STRICT;

CREATE INDEX admin_log_game ON admin_log (game, id) WHERE game <> '';

-- A game without a clock ends 30 days after its last event. Games of earlier versions have
-- no deadline.
UPDATE games SET deadline = updated + 2592000000
WHERE status = 'live' AND deadline IS NULL AND base = 0 AND increment = 0 AND per_move = 0;
