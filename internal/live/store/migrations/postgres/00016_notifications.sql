-- +goose Up

-- What has happened for players while they were not looking.
CREATE TABLE notifications (
    player  TEXT COLLATE "C" NOT NULL, -- a guest or an account
    id      TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    game    TEXT COLLATE "C" NOT NULL, -- or the challenge
    variant TEXT COLLATE "C" NOT NULL,
    name    TEXT COLLATE "C" NOT NULL, -- of the other player
    level   BIGINT NOT NULL,
    result  TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    state   BIGINT NOT NULL, -- 0 unread, 1 read, 2 silent
    pending BOOLEAN NOT NULL, -- it has to be pushed
    PRIMARY KEY (player, id)
);

CREATE INDEX notifications_game ON notifications (game);
CREATE INDEX notifications_at ON notifications (at);
CREATE INDEX notifications_pending ON notifications (at) WHERE pending;

-- The browsers that take pushes.
CREATE TABLE push_subscriptions (
    endpoint TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    player   TEXT COLLATE "C" NOT NULL,
    p256dh   TEXT COLLATE "C" NOT NULL,
    auth     TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    created  BIGINT NOT NULL
);

CREATE INDEX push_subscriptions_player ON push_subscriptions (player);

CREATE TABLE notify_settings (
    player   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    settings TEXT COLLATE "C" NOT NULL -- JSON
);
