package names

import (
	"slices"
	"strings"
	"unicode"
)

// Words of usernames that look like those who run a server or like its programs, in the languages of the page. They
// are compared by what they look like; see look.
var (
	// offices are for no username: neither alone nor as a word of one.
	offices = looks("wane", "admin", "administrator", "moderator", "moderation", "staff", "official", "operator",
		"webmaster", "postmaster", "hostmaster", "sysadmin", "support", "betreiber", "verwalter")
	// helpers are words of other names, too, such as My-Bot: no username consists of them and offices alone.
	helpers = looks("mod", "mods", "admins", "owner", "root", "team", "system", "security", "help", "hilfe", "server",
		"bot", "engine", "computer", "level", "lvl", "stufe", "chess", "the", "real", "web", "master", "site", "account",
		"me", "you", "api", "null", "undefined", "deleted", "forgotten", "closed",
		"open", "ai") // in the address of a challenge
)

// look is a skeleton for words that the server knows, in which 1 and I look like i, too. In short words they do not:
// Al is no AI.
func look(word string) string {
	s := Skeleton(word)
	if len(s) > 3 {
		s = strings.ReplaceAll(s, "i", "l")
	}
	return s
}

func looks(words ...string) []string {
	for i, w := range words {
		words[i] = look(w)
	}
	return words
}

// isOffice reports whether a username looks like that of those who run the server, or of one of its programs. Its
// words stand between hyphens and underscores or begin with a capital; digits around a word are no part of it.
// "Stafford" and "Adminton" are free.
func isOffice(name string) bool {
	list := append(nameWords(name), strings.FieldsFunc(name, isJoint)...)
	if slices.ContainsFunc(list, func(w string) bool { return isAmong(w, offices) }) {
		return true
	}
	other := func(w string) bool { return strings.ContainsFunc(w, isLetter) && !isAmong(w, helpers) }
	if isAmong(name, helpers) || strings.ContainsFunc(name, isLetter) && !slices.ContainsFunc(nameWords(name), other) {
		return true
	}
	whole := look(strings.TrimFunc(name, func(r rune) bool { return !isLetter(r) })) // "wanemod"
	for _, first := range offices {
		for _, second := range slices.Concat(offices, helpers) {
			if whole == first+second || whole == second+first {
				return true
			}
		}
	}
	return false
}

// isAmong reports whether a word looks like one of a list, with the digits around it as letters or without them.
func isAmong(word string, list []string) bool {
	bare := strings.TrimFunc(word, func(r rune) bool { return !isLetter(r) })
	return bare != "" && (slices.Contains(list, look(word)) || slices.Contains(list, look(bare)))
}

func isJoint(r rune) bool { return r == '-' || r == '_' }

// nameWords returns the words of a username, which capitals begin, too.
func nameWords(name string) []string {
	var text strings.Builder
	lower := false
	for _, r := range name {
		if lower && unicode.IsUpper(r) {
			text.WriteByte('-')
		}
		lower = unicode.IsLower(r)
		text.WriteRune(r)
	}
	return strings.FieldsFunc(text.String(), isJoint)
}
