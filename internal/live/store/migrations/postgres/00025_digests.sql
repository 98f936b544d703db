-- +goose Up

-- How often accounts get their unread notifications by e-mail.
CREATE TABLE digests (
    player TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    every  TEXT COLLATE "C" NOT NULL, -- never, daily or weekly
    since  BIGINT NOT NULL,           -- earlier notifications are in none
    sent   BIGINT NOT NULL,           -- when the last one was sent; 0: never
    secret TEXT COLLATE "C" NOT NULL  -- of the link that ends them
);

CREATE INDEX digests_secret ON digests (secret);

-- 1: it was in a digest.
ALTER TABLE notifications ADD COLUMN mailed BIGINT NOT NULL DEFAULT 0;

CREATE INDEX notifications_unmailed ON notifications (player, at) WHERE state = 0 AND mailed = 0;
