-- +goose Up

-- For which ratings a public game is; 0: no limit.
ALTER TABLE games ADD COLUMN rating_min BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rating_max BIGINT NOT NULL DEFAULT 0;

-- Whether the creator waits for any opponent that fits: in one game at a time.
ALTER TABLE games ADD COLUMN pairing BOOLEAN NOT NULL DEFAULT FALSE;

CREATE UNIQUE INDEX games_pairing ON games (creator) WHERE pairing AND status = 'waiting';
