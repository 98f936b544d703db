package account

import "strings"

// The parts of a User-Agent by which people know browsers and systems. The first that fits counts:
// most browsers claim to be others, too.
var (
	browsers = [][2]string{
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"Edg", "Edge"}, {"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"}, {"Vivaldi/", "Vivaldi"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"},
		{"Version/", "Safari"}, {"curl/", "curl"}, {"Go-http-client", "a Go program"},
	}
	systems = [][2]string{
		{"iPhone", "an iPhone"}, {"iPad", "an iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"},
		{"Mac OS X", "a Mac"}, {"Linux", "Linux"},
	}
)

// deviceOf names a browser and its system, such as "Firefox on Linux", and keeps no more of a
// User-Agent.
func deviceOf(agent string) string {
	find := func(list [][2]string) string {
		for _, known := range list {
			if strings.Contains(agent, known[0]) {
				return known[1]
			}
		}
		return ""
	}
	browser, system := find(browsers), find(systems)
	switch {
	case browser == "" && system == "":
		return "an unknown device"
	case system == "":
		return browser
	case browser == "":
		return system
	}
	return browser + " on " + system
}
