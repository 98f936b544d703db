-- +goose Up

-- What players and spectators of games write, for some weeks.
CREATE TABLE chat (
    game    TEXT NOT NULL,
    room    TEXT NOT NULL,    -- 'players', 'spectators'
    seq     INTEGER NOT NULL, -- in the room
    at      INTEGER NOT NULL,
    author  TEXT NOT NULL,    -- the guest or account
    name    TEXT NOT NULL,
    account INTEGER NOT NULL,
    bot     INTEGER NOT NULL,
    preset  TEXT NOT NULL,    -- '': text
    text    TEXT NOT NULL,
    hidden  INTEGER NOT NULL DEFAULT 0,
    command TEXT NOT NULL,
    PRIMARY KEY (game, room, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX chat_command ON chat (game, command);
CREATE INDEX chat_at ON chat (at);
CREATE INDEX chat_author ON chat (author);

-- The number of the last message of each room, which outlives the message.
CREATE TABLE chat_rooms (
    game TEXT NOT NULL,
    room TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, room)
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_rooms_at ON chat_rooms (at);
