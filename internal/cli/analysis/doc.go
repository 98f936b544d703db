// Package analysis shows the results of searches: as a live table in a terminal
// (Live), as lines of text or JSON (Stream), and as evaluations and better lines in a
// recorded game (Annotate). NewProbeReport shows what tablebases have about a
// position.
package analysis
