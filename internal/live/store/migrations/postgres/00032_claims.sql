-- +goose Up

-- The session that a subscription ends with; empty: a guest's. How many pushes have failed in a row, and until when
-- the push service is left alone.
ALTER TABLE push_subscriptions ADD COLUMN session TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE push_subscriptions ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE push_subscriptions ADD COLUMN rests BIGINT NOT NULL DEFAULT 0;

-- Streaks and storms in progress, and those that have just ended. A player has one of each kind.
CREATE TABLE puzzle_open_runs (
    player TEXT COLLATE "C" NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL, -- 'streak' or 'storm'
    id     TEXT COLLATE "C" NOT NULL,
    begun  BIGINT NOT NULL,
    run    TEXT COLLATE "C" NOT NULL, -- JSON: all of it
    PRIMARY KEY (player, kind)
);

CREATE INDEX puzzle_open_runs_begun ON puzzle_open_runs (begun);
