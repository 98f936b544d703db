// Package rankings tells pages about the family of Diminuendo Chess: what each
// ranking does to whom, in words and as a ladder, and all 720 with what one can
// look for in them. What is true of a ranking is told by rules/diminuendo.
package rankings
