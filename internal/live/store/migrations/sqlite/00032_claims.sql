-- +goose Up

-- The session that a subscription ends with; empty: a guest's. How many pushes have failed in a row, and until when
-- the push service is left alone.
ALTER TABLE push_subscriptions ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE push_subscriptions ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE push_subscriptions ADD COLUMN rests INTEGER NOT NULL DEFAULT 0;

-- Streaks and storms in progress, and those that have just ended. A player has one of each kind.
CREATE TABLE puzzle_open_runs (
    player TEXT NOT NULL,
    kind   TEXT NOT NULL, -- 'streak' or 'storm'
    id     TEXT NOT NULL,
    begun  INTEGER NOT NULL,
    run    TEXT NOT NULL, -- JSON: all of it
    PRIMARY KEY (player, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_open_runs_begun ON puzzle_open_runs (begun);
