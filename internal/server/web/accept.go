package web

import (
	"strconv"
	"strings"
)

// Accepts returns the weight of an encoding, such as gzip, in an Accept-Encoding header,
// 0 to 1. An encoding with weight 0 is not acceptable.
func Accepts(header, name string) float64 {
	other, named := 0.0, name == "identity"
	star := false
	for item := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(item, ";")
		q := 1.0
		if key, value, found := strings.Cut(params, "="); found && strings.EqualFold(strings.TrimSpace(key), "q") {
			var err error
			if q, err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil || q < 0 || q > 1 {
				q = 0
			}
		}
		switch coding = strings.TrimSpace(coding); {
		case strings.EqualFold(coding, name), name == "gzip" && strings.EqualFold(coding, "x-gzip"):
			return q
		case coding == "*":
			other, star = q, true
		}
	}
	switch {
	case star:
		return other
	case named:
		return 0.001 // acceptable by default
	}
	return 0
}
