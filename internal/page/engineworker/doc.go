// Package engineworker is the engine as a page has it in a worker: it hears orders,
// thinks about one position at a time, and tells now and then what it thinks.
// cmd/wane-engine-wasm ties a Session to JavaScript.
//
// Both sides send JSON, one object a message. The page sends an Order:
//
//	{"t":"think","id":1,"variant":"shrink","fen":"","moves":["e2e4"],"lines":3}
//	{"t":"stop","id":1}
//
// The worker sends an Answer, which names the order that it belongs to:
//
//	{"t":"ready","id":0}                               it hears orders now
//	{"t":"thought","id":1,"thought":{…}}               what it thinks so far
//	{"t":"done","id":1,"thought":{…},"more":true}      what it came to; "more": it could go on
//	{"t":"over","id":1,"result":"1-0","reason":"…"}    the game has ended, there is nothing to think about
//	{"t":"error","id":1,"text":"…"}                    what is wrong with the order
//	{"t":"failed","id":0,"reason":"…","text":"…"}      the worker can do nothing any more
//
// An order to think ends the search before it, and so does "stop". Each order to
// think gets one of done, over and error in the end, in the order in which they
// were given, except one that another overtook before it was begun. What it has
// learnt the engine keeps from one order to the next of the same game, so an
// order for a position that was stopped goes on where that one was, or nearly.
//
// "failed" does not come from here but from the worker's script: the program
// could not be fetched ("fetch") or started ("start"), or it has ended ("ended").
package engineworker
