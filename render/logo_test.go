package render

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The logo is the page's icon.
func TestLogo(t *testing.T) {
	file, err := os.ReadFile("../web/public/favicon.svg")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]g %[1]g">`+
		`<rect width="%[1]g" height="%[1]g" rx="%[2]g" fill="%[3]s"/>`+
		`<path d="%[4]s" fill="%[5]s"/><path d="%[6]s" fill="%[7]s"/></svg>`+"\n",
		logoSize, logoRound, hexColor(logoInks.night), logoMoon, hexColor(logoInks.moon),
		strings.Join(logoSquares, " "), hexColor(logoInks.square))
	if string(file) != want {
		t.Errorf("favicon.svg is %q, want %q", file, want)
	}
}
