package protocol

// ConditionalMoves are lines that the server plays for a player in a game by correspondence
// (GET and PUT /api/games/{id}/conditional).
type ConditionalMoves struct {
	Version int        `json:"version" minimum:"0" doc:"of the lines, as they were read; 0: there were none"`
	Ply     int        `json:"ply" minimum:"0" doc:"number of moves of the game before the lines"`
	Lines   [][]string `json:"lines" doc:"each a list of moves, in UCI or, in requests, SAN: the opponent's, your answer, and so on. A line ends with an answer"`
}

// PrivateNote is what a player writes down beside a game (GET and PUT /api/games/{id}/note).
type PrivateNote struct {
	Version int    `json:"version" minimum:"0" doc:"of the note, as it was read; 0: there was none"`
	Text    string `json:"text" doc:"at most 5000 characters"`
}
