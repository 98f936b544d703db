// Package diminuendoeval evaluates Diminuendo Chess, in all its rankings: material by
// what pieces are and what they come back as, activity, pawns, and what the next
// capture drops on z or pushes off it.
package diminuendoeval
