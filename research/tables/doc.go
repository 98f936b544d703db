// Package tables writes statistics of tablebases as Markdown: for
// each material the share of wins and their length, with a diagram of the longest win,
// and rare kinds of positions with the best play.
package tables
