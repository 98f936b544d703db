-- +goose Up

-- The session that a subscription ends with; empty: a guest's. How many pushes have failed in a row, and until when
-- the push service is left alone.
ALTER TABLE push_subscriptions ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE push_subscriptions ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE push_subscriptions ADD COLUMN rests INTEGER NOT NULL DEFAULT 0;
