// Package arena plays matches and tournaments of engines, in this process or by UCI. Each
// opening is played twice with colors swapped. The package keeps the clocks, checks
// every move, and estimates the differences in strength.
package arena
