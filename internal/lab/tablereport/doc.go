// Package tablereport writes down what the tables of Shrink Chess's endings teach, as
// Markdown: of each material who wins how often and how long it takes, with the
// longest win drawn, and positions of rare kinds with the play from them.
package tablereport
