// Package analysis shows people and programs what an engine thinks: as a table in
// a terminal that is drawn anew while the engine searches (Live), as lines of
// text or JSON (Stream), as evaluations and better lines in a recorded game
// (Annotate), and what tables know of an ending (Ending).
package analysis
