package game

import "fmt"

// String returns pawns with a sign, such as "+1.20", or a mate in moves: Mate−5 is
// "mate in 3", −Mate+4 is "mated in 2".
func (s Score) String() string {
	switch plies := Mate - max(s, -s); {
	case plies < 0 && s < 0:
		return "-infinite"
	case plies < 0:
		return "infinite"
	case plies == 0 && s < 0:
		return "mated"
	case s > MateBound:
		return fmt.Sprintf("mate in %d", (plies+1)/2)
	case s < -MateBound:
		return fmt.Sprintf("mated in %d", (plies+1)/2)
	case s == 0:
		return "0.00"
	}
	sign := '+'
	if s < 0 {
		sign = '-'
	}
	return fmt.Sprintf("%c%d.%02d", sign, max(s, -s)/100, max(s, -s)%100)
}

// String returns "noisy", "quiet", "all" or "none".
func (k Kind) String() string {
	return [...]string{"none", "noisy", "quiet", "all"}[k&All]
}
