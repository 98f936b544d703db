package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/notation"
)

// settings are the options that the session keeps; the engine keeps the others.
type settings struct {
	lines    int    // MultiPV
	ranking  string // Diminuendo Ranking; "": the inventor's
	wdl      bool   // UCI_ShowWDL
	analyze  bool   // UCI_AnalyseMode
	ownBook  bool   // OwnBook
	skill    int    // Skill Level
	limited  bool   // UCI_LimitStrength
	elo      int    // UCI_Elo
	overhead time.Duration
}

func defaults() settings {
	return settings{lines: 1, skill: MaxSkill, elo: MaxElo, overhead: 10 * time.Millisecond}
}

// option is an option of the engine. By its type, exactly one of check, press, number,
// choose and text is set.
type option struct {
	name    string
	check   func(*session, bool)
	press   func(*session)
	number  func(*session, int) error
	choose  func(*session, string) error
	text    func(*session, string) error
	anytime bool // can be set during a search, for the next one
	// The default, and the range of numbers.
	on            bool
	value, lo, hi int
	choices       func(*session) []string
	words         func(*session) string
}

var options = []option{
	{name: "UCI_Variant", choose: (*session).setVariant, choices: (*session).variants},
	{name: "Hash", value: 16, lo: 1, hi: 65536, number: func(s *session, n int) error { return s.Engine.SetHash(n) }},
	{name: "Clear Hash", press: func(s *session) { s.Engine.Reset() }},
	{name: "Threads", value: 1, lo: 1, hi: 256, number: func(s *session, n int) error { return s.Engine.SetThreads(n) }},
	{name: "MultiPV", value: 1, lo: 1, hi: 256, anytime: true,
		number: func(s *session, n int) error { s.settings.lines = n; return nil }},
	{name: "OwnBook", anytime: true, check: func(s *session, on bool) { s.settings.ownBook = on }},
	{name: "Ponder", anytime: true, check: func(*session, bool) {}},
	{name: "Skill Level", value: MaxSkill, lo: 0, hi: MaxSkill, anytime: true,
		number: func(s *session, n int) error { s.settings.skill = n; return nil }},
	{name: "UCI_LimitStrength", anytime: true, check: func(s *session, on bool) { s.settings.limited = on }},
	{name: "UCI_Elo", value: MaxElo, lo: MinElo, hi: MaxElo, anytime: true,
		number: func(s *session, n int) error { s.settings.elo = n; return nil }},
	{name: "Move Overhead", value: 10, lo: 0, hi: 5000, anytime: true, number: func(s *session, ms int) error {
		s.settings.overhead = time.Duration(ms) * time.Millisecond
		return nil
	}},
	{name: "Diminuendo Ranking", text: (*session).setRanking},
	{name: "UCI_ShowWDL", anytime: true, check: func(s *session, on bool) { s.settings.wdl = on }},
	{name: "UCI_AnalyseMode", anytime: true, check: func(s *session, on bool) { s.settings.analyze = on }},
	{name: "UCI_Opponent", anytime: true, text: (*session).setOpponent},
	{name: tablesOption, text: (*session).setTables, words: func(s *session) string { return s.TablePath }},
	{name: "SyzygyPath", anytime: true, text: (*session).setSyzygy},
}

// String formats the option as UCI announces it, without the choices.
func (o *option) String() string {
	head := "option name " + o.name + " type "
	switch {
	case o.check != nil:
		return fmt.Sprintf("%scheck default %t", head, o.on)
	case o.press != nil:
		return head + "button"
	case o.number != nil:
		return fmt.Sprintf("%sspin default %d min %d max %d", head, o.value, o.lo, o.hi)
	}
	if o.text != nil {
		return head + "string"
	}
	return head + "combo"
}

// introduce answers uci.
func (s *session) introduce() {
	s.out.Printf("id name %s", s.Name)
	s.out.Printf("id author %s", s.Author)
	for i := range options {
		o := &options[i]
		if o.name == tablesOption && s.Tables == nil {
			continue
		}
		text := o.String()
		if o.text != nil {
			text += " default " + s.defaultText(o)
		}
		if o.choices != nil {
			names := o.choices(s)
			text += " default " + names[0]
			for _, name := range names {
				text += " var " + name
			}
		}
		s.out.Printf("%s", text)
	}
	s.out.Printf("uciok")
}

// defaultText returns the default of an option that is a text.
func (s *session) defaultText(o *option) string {
	if o.words != nil {
		if text := o.words(s); text != "" {
			return engineio.OneLine(text)
		}
	}
	return empty
}

// tablesOption is an option that engines without tablebases do not have.
const tablesOption = "TablebasePath"

const setOptionForm = "setoption name NAME value VALUE"

// cutOption cuts the words after setoption into unknown ones, name and value; ok is
// false if there is no name. Name and value can have several words.
func cutOption(args []string) (unknown []string, name, value string, ok bool) {
	begin := slices.Index(args, "name")
	if begin < 0 {
		return args, "", "", false
	}
	words := args[begin+1:]
	end := slices.Index(words, "value")
	if end >= 0 {
		value = strings.Join(words[end+1:], " ")
		words = words[:end]
	}
	return args[:begin], strings.Join(words, " "), value, true
}

// setOption answers "setoption name NAME value VALUE". Case does not matter in the name.
func (s *session) setOption(args []string) error {
	unknown, name, value, ok := cutOption(args)
	if !ok {
		s.say("setoption: expected %s", setOptionForm)
		return nil
	}
	s.ignored("setoption", unknown, setOptionForm)
	if o := optionNamed(name); o != nil {
		if err := s.set(o, value); err != nil {
			s.say("setoption %s: %v", o.name, err)
		}
		return nil
	}
	var names []string
	for i := range options {
		names = append(names, options[i].name)
	}
	s.say("setoption: unknown option %.40q, ignored: the options are %s", name, strings.Join(names, ", "))
	return nil
}

// optionNamed returns the option with a name; nil if there is none.
func optionNamed(name string) *option {
	for i := range options {
		if strings.EqualFold(options[i].name, name) {
			return &options[i]
		}
	}
	return nil
}

// setsAnytime reports whether the words after setoption set an option that can be set
// during a search, or no option.
func setsAnytime(args []string) bool {
	_, name, _, ok := cutOption(args)
	o := optionNamed(name)
	return !ok || o == nil || o.anytime
}

func (s *session) set(o *option, value string) error {
	switch {
	case o.check != nil:
		on, err := strconv.ParseBool(strings.ToLower(value))
		if err != nil {
			return fmt.Errorf("value %.40q: expected true or false", value)
		}
		o.check(s, on)
	case o.press != nil:
		s.idle()
		o.press(s)
	case o.number != nil:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.lo || n > o.hi {
			return fmt.Errorf("value %.40q: expected an integer (%d–%d)", value, o.lo, o.hi)
		}
		if !o.anytime {
			s.idle()
		}
		return o.number(s, n)
	case o.text != nil:
		if value == empty {
			value = ""
		}
		if !o.anytime {
			s.idle()
		}
		return o.text(s, value)
	default:
		return o.choose(s, value)
	}
	return nil
}

func (s *session) variants() []string {
	var names []string
	for _, g := range s.Games {
		names = append(names, g.Name())
	}
	return names
}

// setVariant changes the game and sets up its start position. If there is no such
// game, there is no position until there is one.
func (s *session) setVariant(name string) error {
	name = strings.ToLower(name)
	if name == diminuendoName && s.settings.ranking != "" {
		name += ":" + s.settings.ranking
	}
	g, err := s.ByName(name)
	if err != nil {
		s.idle()
		s.unknown = fmt.Errorf("UCI_Variant %.40q: %w", name, err)
		s.refused = noPosition(s.unknown)
		return err
	}
	if g.Name() == s.game.Name() && s.unknown == nil {
		return nil
	}
	s.idle()
	s.unknown = nil
	s.game = g
	s.Engine.Reset()
	s.start()
	return nil
}

// diminuendoName is the variant that the option Diminuendo Ranking completes. Programs that choose
// only among the variants that are announced reach the whole family by it.
const diminuendoName = "diminuendo"

// setRanking answers the option Diminuendo Ranking, such as "pbnrqk+qk"; "" is the inventor's.
func (s *session) setRanking(text string) error {
	text = strings.ToLower(text)
	if _, err := s.ByName(strings.TrimSuffix(diminuendoName+":"+text, ":")); err != nil {
		return err
	}
	s.settings.ranking = text
	if name, _, _ := strings.Cut(s.game.Name(), ":"); name == diminuendoName && s.unknown == nil {
		return s.setVariant(diminuendoName)
	}
	return nil
}

// setOpponent answers the option UCI_Opponent, "TITLE ELO computer|human NAME". It changes nothing: the engine
// plays against everyone alike.
func (s *session) setOpponent(text string) error {
	if f := strings.Fields(text); text != "" && (len(f) < 4 || f[2] != "computer" && f[2] != "human") {
		return fmt.Errorf("value %.60q: expected a title or none, a rating or none, computer or human, and a name", text)
	}
	return nil
}

// setSyzygy answers the option SyzygyPath, which programs set by default.
func (s *session) setSyzygy(text string) error {
	if text != "" {
		s.say("SyzygyPath is ignored: wane reads no Syzygy tables; TablebasePath has its own")
	}
	return nil
}

// start sets up the game's start position.
func (s *session) start() {
	p := s.game.Start()
	s.position = position{line: notation.Line{Variant: s.game.Name(), FEN: p.String()}, at: p}
}
