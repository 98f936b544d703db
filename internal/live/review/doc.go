// Package review looks at whole games with an engine and judges what was played:
// what every position was worth, which moves threw away winning chances and what
// was better, which mates were missed, and how well each side played.
//
// The work is split so that many hands can do it and none has to do all. Look
// evaluates some positions of a game, from the last to the first, so that the
// engine remembers what came of a move when it judges it. Sum makes a Report of
// all positions together. Between the two stands a Review, a pure state machine
// that a store keeps: it hands out one Job after the other and takes an Answer
// for each. Jobs are deterministic, as far as their limits are counts of
// positions: whoever does one, and however often, finds the same.
//
// # Judgement
//
// All judgement is about winning chances, the points that a game is worth, from
// 0 to 1 (see Chance). A move that loses 9 hundredths of a game or more is an
// inaccuracy (?!), from 18 a mistake (?), from 30 a blunder (??); see MarkFor.
// The move that the engine would have played itself is never blamed, and before
// any other is, the engine looks at the position a second time and longer.
//
// A move misses a mate if its side had a forced mate before it, and has none
// afterwards, although the game may still be won by other means.
//
// The accuracy of a move is (100^(1−loss) − 1) · 100/99: 100 if it loses nothing,
// 66 at the least loss that is an inaccuracy, 43 at the least mistake, 24 at the
// least blunder, 9 for half a game, 0 for a whole one. The exponential is there because people
// lose chances in unequal portions: a game is not half spoilt by a move that
// loses a hundredth. A player's accuracy is the mean over his moves.
//
// A Service carries reviews on: it takes requests, hands the parts of a review to
// workers one after the other, keeps what they find, and reports progress. All
// state is in the store, where the number of a change decides races. So any node
// may take a request or an answer for any review, and a review resumes when a node
// dies. A review has one part in the queue at a time: a hundred reviews that are
// requested at once share the workers evenly.
package review
