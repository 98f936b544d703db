// Command wane-js-wasm is the rules of wane for JavaScript programs, as WebAssembly: the program of the npm package in
// js/. It exports "invoke", which calls the functions below. A function returns a text, a number or a boolean, or an
// error that says what is wrong. Lists are texts with a space between their entries.
//
// A board is a number, from open to close:
//
//	open(variant, fen)         a board; an empty FEN is the start of a game
//	clone(board), close(board)
//	legal(board), legalSAN(board), count(board)
//	push(board, uci), pushSAN(board, san)
//	                           play a legal move
//	pop(board)                 takes the last move back; false if there is none
//	fen(board), turn(board), ply(board), halfmoves(board), fullmoves(board), repetitions(board)
//	stack(board)               the moves played, as UCI
//	san(board, uci)            a legal move in SAN
//	line(board, moves, numbers)
//	                           UCI moves from the board on, in SAN, with or without move numbers
//	isCheck(board), checkers(board), checked(board), attackers(board, square, color)
//	isCapture(board, uci)
//	piece(board, square)       the FEN letter of a piece, or ""
//	outcome(board)             JSON: result, reason
//	canWin(board, color)       false if the color could not win on time
//	text(board)                a line for each rank, as players see the board
//	view(board)                JSON: see boardview.BoardView
//	preview(board, uci)        JSON: see boardview.Preview
//	effects(board, uci)        JSON: what a move does, step by step
//	narrate(board, uci)        JSON: what a move does, in sentences
//
// Without a board:
//
//	variants()                 the names
//	about(variant)             JSON: name, title, summary, start
//	fault(variant, fen)        what is wrong with a FEN, or ""
//	openPGN(variant)           a reader of PGN; the variant is that of games that name none
//	feedPGN(reader, text)      JSON: the games that are complete so far
//	closePGN(reader)           JSON: the last games
package main
