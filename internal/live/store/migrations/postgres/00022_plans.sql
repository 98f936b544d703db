-- +goose Up

-- The conditional moves of a player in a game by correspondence.
CREATE TABLE conditional_moves (
    game    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL, -- a guest or an account
    version BIGINT NOT NULL, -- counts the changes
    ply     BIGINT NOT NULL, -- plies before the lines
    seen    BIGINT NOT NULL, -- number of the last event of the game then
    lines   TEXT NOT NULL,    -- UCI; moves are separated by spaces, lines by line feeds
    PRIMARY KEY (game, player)
);

CREATE INDEX conditional_moves_player ON conditional_moves (player);

-- What a player writes down beside a game.
CREATE TABLE notes (
    game    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    at      BIGINT NOT NULL, -- of the last change
    text    TEXT NOT NULL,
    PRIMARY KEY (game, player)
);

CREATE INDEX notes_player ON notes (player);
