-- +goose Up

-- The conditional moves of a player in a game by correspondence.
CREATE TABLE conditional_moves (
    game    TEXT NOT NULL,
    player  TEXT NOT NULL,    -- a guest or an account
    version INTEGER NOT NULL, -- counts the changes
    ply     INTEGER NOT NULL, -- plies before the lines
    seen    INTEGER NOT NULL, -- number of the last event of the game then
    lines   TEXT NOT NULL,    -- UCI; moves are separated by spaces, lines by line feeds
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX conditional_moves_player ON conditional_moves (player);

-- What a player writes down beside a game.
CREATE TABLE notes (
    game    TEXT NOT NULL,
    player  TEXT NOT NULL,
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL, -- of the last change
    text    TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_player ON notes (player);
