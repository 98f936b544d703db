package publictext

import "testing"

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"  good \t\n game ":                "good game",
		"a\u202eb\u200bc\x00d\u2066e":      "abcde",
		"Zu\u0308rich":                     "Zürich",
		"x\u0301\u0302\u0303\u0304\u0305y": "x\u0301\u0302y",
		"\u0301a":                          "a",
		"👩\u200d🔬 wins":                    "👩\u200d🔬 wins",
		"\xffwell":                         "well",
		"\u200d \u200b":                    "",
		"A\u202e\u0300":                    "À",
		" \u0301a":                         "a",
		"fu\u200dck\u3164\u2800":           "fuck",
		"\u2800":                           "",
	} {
		if got := Clean(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestRude(t *testing.T) {
	for _, text := range []string{
		"fuck you", "FUCK", "you f.u.c.k", "f u c k off", "fuuuuuck", "sh1t", "what an ass", "@ss!", "you are a$$hole",
		"asshole", "motherfucker", "nigger", "du Arschloch", "Hurensohn!", "Wichser", "piss off", "kys", "dumbass",
		"stupid bitch.", "FÜCK", "shit!!!", "fu.ck", "f-uck", "fu_ck", "f*ck", "fvck", "phuck", "fu\u0441k", "ｆｕｃｋ", "𝐟𝐮𝐜𝐤",
		"ⓕⓤⓒⓚ", "you sh.it", "motherfυcker",
	} {
		if !rude(text) {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{
		"a passed pawn", "the mass exchange", "assess the position", "analysis", "classical", "massive", "Grandmaster",
		"the Hancock Gambit", "cockpit",
		"the Scunthorpe open", "penultimate rank", "a phoenix", "shift", "his knights hit f7", "queens' hit list",
		"rook s hit", "Alekhine", "Dickens", "the queen's exchange", "Na5 axb5 Ba55", "a5 a5+", "Qxa5# gg", "Sxa5 Sa5",
		"Ta1+", "e4 e5 Nf3 Nc6 Bb5 a6", "0-0-0", "1-0", "naked king", "Essex", "cumulative", "document", "bass", "parse",
		"Janus", "manuscript", "cocoon", "retardation", "Sussex", "dicker Fehler", "die Dame schwankt", "Gedanken",
		"Klasse, das passt", "Nudeln", "Analyse", "aufpassen", "Spaß", "Kanal", "Trapez", "verpasst", "Massaker", "sechs",
		"Fassade", "thanks, good game", "I go for a walk", "455 games", "455", "+455!", "1.e4 e5 2.Nf3", "half-a-pawn",
		"well-known", "www.example.org", "…c5!?", "O-O-O", "Fassaden-Massaker", "Pass-auf", "rook-hit",
		"a.s.s.e.s.s", "a b c d e f g h",
	} {
		if rude(text) {
			t.Errorf("%q is rude", text)
		}
	}
}
