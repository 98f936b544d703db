-- +goose Up

-- What has happened for players while they were not looking.
CREATE TABLE notifications (
    player  TEXT NOT NULL, -- a guest or an account
    id      TEXT NOT NULL,
    kind    TEXT NOT NULL,
    game    TEXT NOT NULL, -- or the challenge
    variant TEXT NOT NULL,
    name    TEXT NOT NULL, -- of the other player
    level   INTEGER NOT NULL,
    result  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    state   INTEGER NOT NULL, -- 0 unread, 1 read, 2 silent
    pending INTEGER NOT NULL, -- 1: it has to be pushed
    PRIMARY KEY (player, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notifications_game ON notifications (game);
CREATE INDEX notifications_at ON notifications (at);
CREATE INDEX notifications_pending ON notifications (at) WHERE pending = 1;

-- The browsers that take pushes.
CREATE TABLE push_subscriptions (
    endpoint TEXT NOT NULL PRIMARY KEY,
    player   TEXT NOT NULL,
    p256dh   TEXT NOT NULL,
    auth     TEXT NOT NULL,
    language TEXT NOT NULL,
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscriptions_player ON push_subscriptions (player);

CREATE TABLE notify_settings (
    player   TEXT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
