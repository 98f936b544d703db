-- +goose Up

-- Which game each channel shows to those who watch.
CREATE TABLE channels (
    channel TEXT PRIMARY KEY NOT NULL, -- a family of variants
    game    TEXT NOT NULL,
    since   INTEGER NOT NULL -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- Finished reviews, in the order of their feed.
CREATE INDEX reviews_done ON reviews (updated, game) WHERE status = 'done';
