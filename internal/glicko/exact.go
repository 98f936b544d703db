package glicko

import "math"

// The functions of package math, other than the square root, and expressions that a compiler
// may fuse into one instruction have other last bits on other machines. Those here have not:
// they add and multiply step by step, and the language requires that a conversion rounds.

// mul multiplies. No other expression of the package multiplies floating-point numbers, so that
// none is fused with an addition; a test reads the source.
func mul(a, b float64) float64 { return float64(a * b) }

func square(x float64) float64 { return mul(x, x) }

// The natural logarithm of 2, as a sum: the first part has few bits, so that small multiples of
// it are exact.
const (
	ln2High = 0x1.62e42feep-1
	ln2Low  = 0x1.a39ef35793c76p-33
)

// How many terms of a power series are added: more change nothing.
const (
	terms    = 16
	oddTerms = 33
)

// exp returns e to the power of x, for x between -700 and 700.
func exp(x float64) float64 {
	n := math.Floor(mul(x, 1/math.Ln2) + 0.5)
	r := x - mul(n, ln2High) - mul(n, ln2Low)
	sum := 1.0
	for k := float64(terms); k >= 1; k-- {
		sum = 1 + mul(r, sum)/k
	}
	return math.Ldexp(sum, int(n))
}

// log returns the natural logarithm of a positive number.
func log(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m+m, e-1
	}
	// log m = 2 artanh f
	f := (m - 1) / (m + 1)
	ff, sum := square(f), 0.0
	for k := float64(oddTerms); k >= 1; k -= 2 {
		sum = 1/k + mul(ff, sum)
	}
	sum = mul(f+f, sum)
	return mul(float64(e), ln2High) + (mul(float64(e), ln2Low) + sum)
}
