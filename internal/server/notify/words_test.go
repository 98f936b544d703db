package notify

import (
	"os"
	"strings"
	"testing"
)

// The sentences are those of the page, which has them in TypeScript.
func TestSentencesOfPage(t *testing.T) {
	for language, file := range map[string]string{"en": "text.ts", "de": "text.de.ts"} {
		text, err := os.ReadFile("../../../web/src/notices/" + file)
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		for kind, sentence := range sentences[language] {
			begin, end, _ := strings.Cut(strings.Replace(sentence, "{Who}", "{who}", 1), "{who}")
			if kind != "" {
				end += "`"
			}
			for _, part := range []string{begin, end} {
				if !strings.Contains(page, part) {
					t.Errorf("%s, %s: the page has no %q", language, kind, part)
				}
			}
		}
	}
}
