-- +goose Up

-- Which game each channel shows to those who watch.
CREATE TABLE channels (
    channel TEXT COLLATE "C" PRIMARY KEY NOT NULL, -- a family of variants
    game    TEXT COLLATE "C" NOT NULL,
    since   BIGINT NOT NULL -- milliseconds since 1970
);

-- Finished reviews, in the order of their feed.
CREATE INDEX reviews_done ON reviews (updated, game) WHERE status = 'done';
