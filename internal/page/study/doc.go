// Package study turns annotated games into the form in which pages keep them,
// and back: a tree of moves with comments, marks, drawings and evaluations, as
// JSON on one side, PGN or any other text that package notation reads on the
// other.
//
// What is drawn on a board stands in PGN as commands within comments, as many
// programs write them: "[%cal Ge2e4,Rd1d5]" for arrows, "[%csl Gd4]" for circles
// (G, R, B and Y are green, red, blue and yellow), "[%eval 0.34]", "[%eval #-3]"
// and "[%eval 0.34,18]" for evaluations from White's view, with the depth behind
// the comma. They become fields of a Node. Commands that cannot be read, or are
// others, stay in the text as they are.
package study
