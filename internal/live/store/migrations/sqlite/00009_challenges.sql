-- +goose Up

-- Challenges: invitations to a game, which has the same ID. They are deleted a day after they
-- end.
CREATE TABLE challenges (
    id       TEXT PRIMARY KEY NOT NULL,
    seq      INTEGER NOT NULL, -- of the last change: decides races
    status   TEXT NOT NULL,
    sender   TEXT NOT NULL,
    receiver TEXT NOT NULL, -- '': anyone with the link
    updated  INTEGER NOT NULL,
    expires  INTEGER NOT NULL,
    terms    TEXT NOT NULL    -- JSON: all of it
) STRICT;

CREATE INDEX challenges_sender ON challenges (sender, updated);
CREATE INDEX challenges_receiver ON challenges (receiver, updated);
CREATE INDEX challenges_open ON challenges (status, expires) WHERE status IN ('created', 'accepting');
CREATE INDEX challenges_ended ON challenges (updated) WHERE status NOT IN ('created', 'accepting');

-- Until when bots are online, as far as their streams say.
CREATE TABLE online (
    account TEXT PRIMARY KEY NOT NULL,
    until   INTEGER NOT NULL
) STRICT;
