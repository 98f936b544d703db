package names

import "testing"

// Names of those who run the server and of its programs are reserved, by what they look like and by words; others
// that only contain them are free.
func TestOffices(t *testing.T) {
	for _, name := range []string{
		"wane-mod", "wane-staff", "official-wane", "Wane_Official", "WaneStaff", "wanemod", "modwane", "waneteam",
		"Adm1n", "adm1n1strator", "4dmin", "аdmin", "ADMIN_7", "the-admin", "theadmin", "admin-Anna", "AdminAnna",
		"Anna_Moderator", "chess-staff", "5taff", "webmaster", "web-master", "Postmaster", "sysadmin", "supp0rt",
		"level-8", "Level8", "lvl_3", "stufe-2", "engine-8", "Engine", "engine-level-8", "computer-9", "EngineBot",
		"mod", "M0d", "Mod-Team", "mods", "root", "bot-2", "the-real-wane", "help_me", "me", "open", "ai", "betreiber",
		"official", "0fficial", "offlcial",
	} {
		if u, err := CheckUsername(name); err == nil {
			t.Errorf("%q is free: %+v", name, u)
		}
	}
	for _, name := range []string{
		"Adminton", "Badminton", "Stafford", "Falstaff", "Modesty", "Commodore", "Botvinnik", "my-bot", "AnnaBot",
		"StockfishBot", "Wanesa", "Dwane", "waning", "Rooty", "Levelhead", "Engineer", "Engine-of-Fate", "Supporter",
		"Operatic", "Webmistress", "Systematic", "Anna-8", "8-Anna", "Openheimer", "Helper", "Masterly", "Real-Anna",
		"Chess-Anna", "TheKnight", "Anna", "Al", "A1", "88", "1-2-3", "Иван", "小林",
	} {
		if _, err := CheckUsername(name); err != nil {
			t.Errorf("%q is reserved: %v", name, err)
		}
	}
}
