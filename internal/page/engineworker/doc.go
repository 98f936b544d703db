// Package engineworker is the engine of a page, in a worker: it takes commands,
// searches one position at a time and reports what it finds. The messages use the
// words of UCI. cmd/wane-engine-wasm connects a Session to JavaScript.
//
// Both sides send JSON, one object a message. The page sends a Command:
//
//	{"t":"go","id":1,"variant":"shrink","fen":"","moves":["e2e4"],"multipv":3}
//	{"t":"go","id":2,"variant":"shrink","fen":"","moves":["e2e4"],"level":3,"seed":7}
//	{"t":"puzzle","id":3,"variant":"shrink","fen":"2k/1R1/K2 w - - 0 1"}
//	{"t":"probe","id":4,"variant":"shrink","fen":"2k/1R1/K2 w - - 0 1"}
//	{"t":"rate","id":5,"attempt":{…}}                  an attempt at a puzzle, where no server rates
//	{"t":"stop","id":2}
//
// The worker sends an Answer, with the ID of the command that it belongs to:
//
//	{"t":"readyok","id":0}                             it takes commands now
//	{"t":"info","id":1,"info":{…}}                     the lines found so far
//	{"t":"bestmove","id":1,"info":{…},"more":true}     the result; "more": a longer search may find more
//	{"t":"over","id":1,"result":"1-0","reason":"…"}    there is no legal move, so there is nothing to search
//	{"t":"puzzle","id":3,"puzzle":{…}}                 the puzzle of the position
//	{"t":"flaw","id":3,"flaw":{…}}                     why the position is no puzzle
//	{"t":"probe","id":4,"table":{…}}                   what the tablebases know of the position
//	{"t":"rated","id":5,"rated":{…}}                   the player's rating before and after the attempt
//	{"t":"error","id":1,"text":"…"}                    what is wrong with the command
//	{"t":"failed","id":0,"reason":"…","text":"…"}      the worker has failed for good
//
// Each command ends the search that is running. Each "go" is answered by one "bestmove", "over"
// or "error", each "puzzle" by one "puzzle", "flaw" or "error", each "probe" by one "probe" or
// "error", and each "rate" by one "rated" or "error", in the order of the commands; one that
// another replaces before its search begins is not answered. The engine keeps its
// transposition table between commands for the same game, so a second "go" for a
// position soon reaches the depth of the first.
//
// "failed" does not come from this package but from the worker's script: the program
// could not be fetched ("fetch") or started ("start"), or it has ended ("ended").
package engineworker
