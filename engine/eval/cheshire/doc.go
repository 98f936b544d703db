// Package cheshireeval evaluates Cheshire Cat Chess on both of its boards: the pieces
// and the squares left to each, and the kings' room and dangers.
package cheshireeval
