-- +goose Up

-- What accounts tell moderators of others.
CREATE TABLE reports (
    id       INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    reporter TEXT NOT NULL, -- an account; '': it was deleted
    reported TEXT NOT NULL, -- an account
    reason   TEXT NOT NULL,
    text     TEXT NOT NULL,
    game     TEXT NOT NULL,    -- '': none
    messages TEXT NOT NULL,    -- of its chat, JSON
    decided  INTEGER NOT NULL, -- 0: open
    outcome  TEXT NOT NULL,
    moderator TEXT NOT NULL    -- who decided, by name
) STRICT;

CREATE UNIQUE INDEX reports_open ON reports (reporter, reported) WHERE decided = 0 AND reporter <> '';
CREATE INDEX reports_reported ON reports (reported, id);
CREATE INDEX reports_decided ON reports (decided);

CREATE INDEX admin_log_account ON admin_log (account, id) WHERE account <> '';
