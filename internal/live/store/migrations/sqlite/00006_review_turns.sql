-- +goose Up

-- The hash of the address from which a review was requested, while the review is open:
-- addresses take turns.
ALTER TABLE reviews ADD COLUMN address TEXT NOT NULL DEFAULT '';
