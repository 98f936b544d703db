// Package arena plays matches between engines, in this process or by UCI. Each opening
// is played twice with colors swapped. The package keeps the clocks, checks every
// move, and estimates the difference in strength.
package arena
