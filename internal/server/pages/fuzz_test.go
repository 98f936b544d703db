package pages

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func FuzzHead(f *testing.F) {
	f.Add("Ann", "a text", "/game/x", "https://wane.example")
	f.Add(`"><script>alert(1)</script>`, "'&\"\x00\xff", `/x"y`, "")
	f.Fuzz(func(t *testing.T, title, text, path, base string) {
		v := head{status: http.StatusOK, title: title, text: text, path: path, card: "/c"}
		page := v.lines(base)
		// Text from outside stays within our own tags.
		rest := regexp.MustCompile(`<title>[^<>]*</title>|<meta (name|property)="[a-z:_]+" content="[^"<>]*" />|<link `+
			`rel="canonical" href="[^"<>]*" />`).
			ReplaceAllString(page, "")
		if strings.TrimSpace(rest) != "" {
			t.Errorf("%q is left over of %q", rest, page)
		}
	})
}
