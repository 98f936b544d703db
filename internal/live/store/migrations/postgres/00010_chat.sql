-- +goose Up

-- What players and spectators of games write, for some weeks.
CREATE TABLE chat (
    game    TEXT COLLATE "C" NOT NULL,
    room    TEXT COLLATE "C" NOT NULL, -- 'players', 'spectators'
    seq     BIGINT NOT NULL,           -- in the room
    at      BIGINT NOT NULL,
    author  TEXT COLLATE "C" NOT NULL, -- the guest or account
    name    TEXT NOT NULL,
    account BOOLEAN NOT NULL,
    bot     BOOLEAN NOT NULL,
    preset  TEXT NOT NULL,             -- '': text
    text    TEXT NOT NULL,
    hidden  BOOLEAN NOT NULL DEFAULT FALSE,
    command TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, room, seq)
);

CREATE UNIQUE INDEX chat_command ON chat (game, command);
CREATE INDEX chat_at ON chat (at);
CREATE INDEX chat_author ON chat (author);

-- The number of the last message of each room, which outlives the message.
CREATE TABLE chat_rooms (
    game TEXT COLLATE "C" NOT NULL,
    room TEXT COLLATE "C" NOT NULL,
    seq  BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    PRIMARY KEY (game, room)
);

CREATE INDEX chat_rooms_at ON chat_rooms (at);
