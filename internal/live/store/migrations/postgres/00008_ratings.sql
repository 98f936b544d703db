-- +goose Up

-- Whether a game changes ratings.
ALTER TABLE games ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;

-- What the other columns do not say about a player, such as whether it has an account: JSON, ''
-- for nothing.
ALTER TABLE games ADD COLUMN white_standing TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN black_standing TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN standing TEXT NOT NULL DEFAULT '';
