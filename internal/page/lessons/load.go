//go:build !js

package lessons

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/notation"
)

//go:embed content
var content embed.FS

// Lookup finds a game by its identifier.
type Lookup = func(name string) (game.Game, error)

// Library holds the courses. It is safe for concurrent use.
type Library struct {
	courses   map[string]*Course // by folder
	annotated map[string]*AnnotatedGame
	lookup    Lookup
	text      map[string]string // the rules by folder, if they are not in English
	german    *Library
}

// New reads the courses that are part of the program. Its error names the
// file and the fault.
func New(lookup Lookup) (*Library, error) {
	files, err := fs.Sub(content, "content")
	if err != nil {
		return nil, err
	}
	l, err := readLibrary(files, lookup)
	if err != nil {
		return nil, err
	}
	l.german, err = l.translated(files, "de")
	return l, err
}

// Folder returns the folder whose content teaches a game.
func Folder(variant string) string {
	name, _, _ := strings.Cut(variant, ":")
	name, _, _ = strings.Cut(name, "+")
	return strings.TrimSuffix(name, "8")
}

// Course returns what teaches a game. It must not be changed. The error says that
// there is no such game; a game without content has a course without boards.
func (l *Library) Course(variant string) (*Course, error) {
	g, err := l.lookup(variant)
	if err != nil {
		return nil, err
	}
	out := Course{Boards: []TryBoard{}, Games: []AnnotatedGame{}}
	if c := l.courses[Folder(variant)]; c != nil {
		out = *c
	}
	out.Variant, out.Title, out.Format, out.Rules = g.Name(), g.Title(), boardview.FormatOf(g), l.rules(g)
	out.Rankings = rankings.Has(g)
	return &out, nil
}

// AnnotatedGame returns a game that is printed for a variant. It must not be changed.
// The error names the games there are.
func (l *Library) AnnotatedGame(variant, name string) (*AnnotatedGame, error) {
	c, err := l.Course(variant)
	if err != nil {
		return nil, err
	}
	if s := l.annotated[path.Join(Folder(variant), name)]; s != nil {
		return s, nil
	}
	if len(c.Games) == 0 {
		return nil, fmt.Errorf("there are no annotated games of %s", c.Title)
	}
	names := make([]string, len(c.Games))
	for i := range c.Games {
		names[i] = c.Games[i].Name
	}
	return nil, fmt.Errorf("there is no annotated game %.40q of %s: there is %s", name, c.Title, strings.Join(names, ", "))
}

// Judge judges a step of a game's lesson, counted from 1; see Judge. The error may
// also be that there is no such game, lesson or step.
func (l *Library) Judge(variant string, step int, played []string) (Verdict, error) {
	c, err := l.Course(variant)
	if err != nil {
		return Verdict{}, err
	}
	if c.Lesson == nil {
		return Verdict{}, fmt.Errorf("there is no lesson for %s", c.Title)
	}
	if step < 1 || step > len(c.Lesson.Steps) {
		return Verdict{}, fmt.Errorf("no step %d: the lesson has steps 1 to %d", step, len(c.Lesson.Steps))
	}
	s := &c.Lesson.Steps[step-1]
	g, err := l.lookup(s.Variant)
	if err != nil {
		return Verdict{}, err
	}
	return Judge(g, s, played)
}

// readLibrary reads every folder.
func readLibrary(files fs.FS, lookup Lookup) (*Library, error) {
	l := &Library{courses: map[string]*Course{}, annotated: map[string]*AnnotatedGame{}, lookup: lookup}
	folders, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		if !f.IsDir() {
			return nil, fmt.Errorf("%s lies beside the folders of the games", f.Name())
		}
		if err := l.readFolder(files, f.Name()); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *Library) readFolder(files fs.FS, folder string) error {
	c := &Course{Boards: []TryBoard{}, Games: []AnnotatedGame{}}
	l.courses[folder] = c
	base, err := l.lookup(folder)
	if err != nil {
		return fmt.Errorf("folder %s: %w", folder, err)
	}
	if err := readJSON(files, path.Join(folder, "boards.json"), &c.Boards); err != nil {
		return err
	}
	for i := range c.Boards {
		if err := l.finish(&c.Boards[i], base.Name()); err != nil {
			return fmt.Errorf("%s/boards.json, board %q: %w", folder, c.Boards[i].ID, err)
		}
	}
	lesson := &Lesson{}
	switch err := readJSON(files, path.Join(folder, "lesson.json"), lesson); {
	case err == nil:
		c.Lesson = lesson
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for i := range lesson.Steps {
		if err := l.finishStep(&lesson.Steps[i], base.Name()); err != nil {
			return fmt.Errorf("%s/lesson.json, step %d: %w", folder, i+1, err)
		}
	}
	games, err := fs.Glob(files, path.Join(folder, "games", "*.pgn"))
	if err != nil {
		return err
	}
	for _, file := range games {
		if err := l.readGame(files, folder, file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	slices.SortStableFunc(c.Games, func(a, b AnnotatedGame) int { return strings.Compare(a.order, b.order) })
	return nil
}

func (l *Library) readGame(files fs.FS, folder, file string) error {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(path.Base(file), ".pgn")
	s, err := readAnnotatedGame(name, string(text), l.lookup)
	if err != nil {
		return err
	}
	if Folder(s.Variant) != folder {
		return fmt.Errorf("a game of %s", s.Variant)
	}
	l.annotated[path.Join(folder, name)] = s
	c := l.courses[folder]
	c.Games = append(c.Games, s.outline())
	return nil
}

// finish says what variant a board is about, checks the moves worth trying on it,
// and writes them in short algebraic.
func (l *Library) finish(b *TryBoard, base string) error {
	b.Variant = cmp.Or(b.Variant, base)
	g, err := l.lookup(b.Variant)
	if err != nil {
		return err
	}
	for i := range b.Try {
		pos, err := startOf(g, b.FEN, b.Moves)
		if err != nil {
			return err
		}
		for _, text := range b.Try[i].Moves {
			m, err := read(pos, text)
			if err != nil {
				return fmt.Errorf("try %d: %w", i+1, err)
			}
			b.Try[i].SAN = append(b.Try[i].SAN, notation.SAN(pos, m))
			pos.Make(m)
		}
	}
	return nil
}

// finishStep says what variant a step is about, and finds its solution.
func (l *Library) finishStep(s *LessonStep, base string) error {
	s.Variant = cmp.Or(s.Variant, base)
	g, err := l.lookup(s.Variant)
	if err != nil {
		return err
	}
	if err := s.Goal.Check(); err != nil {
		return err
	}
	s.Solution, err = s.solve(g)
	if err == nil && s.Solution == nil {
		err = errors.New("no line of legal moves reaches the goal")
	}
	return err
}

// UnmarshalJSON implements json.Unmarshaler: a line of moves, or an object with a
// line and a text.
func (t *Try) UnmarshalJSON(data []byte) error {
	var line string
	if err := json.Unmarshal(data, &line); err == nil {
		t.Moves = strings.Fields(line)
		return nil
	}
	var both struct{ Moves, Text string }
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&both); err != nil {
		return err
	}
	t.Moves, t.Text = strings.Fields(both.Moves), both.Text
	return nil
}

// readJSON reads a file that has nothing but what the value has.
func readJSON(files fs.FS, name string, value any) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	return decode(name, text, value)
}

// decode reads JSON that has nothing but what the value has. The name is the file's.
func decode(name string, text []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return fmt.Errorf("%s: %w%s", name, err, place(text, err))
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("%s: there is more after the value", name)
	}
	return nil
}

// place returns the line of an error in JSON, if it is known.
func place(text []byte, err error) string {
	offset := int64(-1)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = e.Offset
	}
	if offset < 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", 1+bytes.Count(text[:min(int(offset), len(text))], []byte("\n")))
}
