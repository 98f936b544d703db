// Package lessons teaches the games: small boards to try each rule on, a lesson of
// five steps that checks the learner's moves, and printed games with notes. It knows no
// variant; what a move does it learns from game.Position.
//
// The content lies in content/, a folder for each family of games (cheshire serves
// cheshire and cheshire8, diminuendo every ranking), and is part of the program.
// The page's program only judges steps; it has no content.
// A folder has boards.json and may have lesson.json and games/*.pgn. Fields that
// are not described here are errors. The text of the rules is not here: it is what
// game.Game.Rules says, and the page cuts it at its headings of the second level.
//
// Where a field is called markdown it is Markdown without headings and without
// HTML; the others are plain text. Moves are as UCI. Where a "variant" may
// be given it is a member of the family, such as "cheshire8" or
// "diminuendo:pbnrqk"; without it the family's name is meant.
//
// # boards.json
//
// A list of boards, in the order in which they are shown. Every legal move of both
// sides can be played on a board.
//
//	{
//	  "id": "two-lines",              letters, digits and hyphens; once in the file
//	  "after": "the-board-shrinks",   the Slug of a "## " heading in the rules:
//	                                  the board is shown under its text; "" for the
//	                                  text before the first heading
//	  "title": "A row and a column",  plain text
//	  "text": "…",                    markdown, one to three sentences
//	  "variant": "cheshire8",         may be left out
//	  "fen": "…",                     may be left out: the start of the game
//	  "moves": ["e2e4", "d7d5"],      played before; may be left out
//	  "try": [                        what is worth trying from there, each a line
//	    "e4d5",                       of one move,
//	    "e4d5 c6d5",                  or of several, which the page plays one by one,
//	    {"moves": "e4d5", "text": "…"}  or with plain text that says what to look at
//	  ],
//	  "flip": true                    Black below; may be left out
//	}
//
// # lesson.json
//
// Exactly five steps. In a step one side is the learner's: the side to move after
// its "moves".
//
//	{
//	  "title": "…",            plain
//	  "intro": "…",            markdown
//	  "steps": [{
//	    "title": "…",          plain
//	    "text": "…",           markdown: what the reader has to know
//	    "variant": "…", "fen": "…", "moves": […]    as for boards
//	    "task": "…",           plain, an instruction: "Take the pawn on d5."
//	    "goal": {…},           see below
//	    "replies": {"b2c2": "b3a3"},    the opponent's answers to moves that do not
//	                           reach the goal but lead there
//	    "wrong": [{"moves": ["b2b3"], "text": "…"}],    markdown: why not
//	    "otherwise": "…",      markdown: about any other move that is no good
//	    "hint": "…",           markdown
//	    "done": "…"            markdown: what was learnt
//	  }, …],
//	  "end": "…"               markdown: after the fifth step
//	}
//
// A goal is a list of moves, {"moves": ["e4d5"]}, or something that must happen,
// {"kind": "collapse", "count": 2}; both may have "within": the number of plies,
// the opponent's replies among them, that the learner has for it: 1 if it is left
// out, 3 for a mate in two. The kinds:
//
//	collapse    a row or a column disappears
//	vanish      a square vanishes
//	capture     a piece is captured
//	en-passant  a pawn is captured en passant
//	castle      a king castles
//	promote     a pawn, of either side, promotes
//	drop        a captured piece is put back on the board
//	expel       a piece is thrown off the board
//	demote      a piece changes in place, or vanishes by it
//	drop-check  a piece dropped attacks the mover's king
//	check       the opponent is in check, or mated
//	mate        the opponent is checkmated
//	stalemate   the opponent has no move and is not in check
//	win         the game is won
//	draw        the game is drawn
//
// From "collapse" to "drop-check" they may have a "count", 1 if it is left out: so
// many of them by the learner's moves of this step.
//
// Moves in "moves", "replies" and "wrong" are either one move, such as "b2a2",
// which is compared with the learner's last move, or all moves of the step with
// spaces between them, the opponent's too, such as "b2c2 b3a3 b2a2", which is
// compared with all of them. A move without its letters of promotion stands for
// any choice.
//
// After each move of the learner the goal is judged first; then "wrong", whose
// first entry that has the move gives the reason; then "replies". A move found in
// none of them is refused with "otherwise". What is refused is taken back and one
// may try again.
//
// # games/NAME.pgn
//
// One game in PGN, with notes as comments, in markdown, and variations. NAME has
// small letters, digits and hyphens, and is part of the page's address. Tags:
//
//	Event       the game's title on the page
//	White, Black
//	Variant     as everywhere in wane; FEN and SetUp if need be
//	Result      must be the one that the moves lead to, if they end the game
//	Annotator
//	Credit      whose game it is, such as "Pepijn van Erp"
//	Source      name and address of where it was printed: "Name <https://…>"; games
//	            of our own engine have no address, and a Credit that begins "wane"
//	Round       a number: the games' order on the page
//
// The comment before the first move introduces the game; a comment that opens a
// variation, or follows its moves, stays with it.
//
// # texts.de.json and rules.de.md
//
// All of a folder in German: the texts of the lesson, of the boards by their ids, and of the
// games by their names, in the order of those in English; and the text of the rules, with the
// same sections. Library.In returns them.
package lessons
