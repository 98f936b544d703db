package mail

import (
	"strings"
	"testing"
)

func TestAddress(t *testing.T) {
	for text, want := range map[string]string{
		"ann@example.org": "ann@example.org", " Ann.L+wane@EXAMPLE.org ": "Ann.L+wane@example.org", "": "", "ann": "",
		"ann@host": "", "ann@[127.0.0.1]": "", "Ann <ann@example.org>": "", "ann@example.org, ben@example.org": "",
		"ann@example.org\r\nBcc: x@example.org": "", `"a b"@example.org`: "", "änn@example.org": "",
		strings.Repeat("a", 65) + "@example.org": "", "a@" + strings.Repeat("a.", 130) + "org": "",
	} {
		if got, err := Address(text); got != want || (err == nil) != (want != "") {
			t.Errorf("Address(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestHTML(t *testing.T) {
	m := Message{Text: "Hello <ann> & all\nsecond line\n\nhttps://wane.example/x?a=1&b=2\n\nBye\n"}
	want := "<p>Hello &lt;ann&gt; &amp; all<br>\nsecond line</p>\n" +
		"<p><a href=\"https://wane.example/x?a=1&amp;b=2\">https://wane.example/x?a=1&amp;b=2</a></p>\n<p>Bye</p>\n"
	if got := m.HTML(); !strings.Contains(got, want) {
		t.Errorf("%s", got)
	}
}
