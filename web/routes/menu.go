package routes

import (
	_ "embed"
	"encoding/json"
)

//go:embed menu.json
var menu []byte

// A Part is a link of the main menu.
type Part struct {
	Key   string // names the part in the page's texts
	Title string // in English
	Page  string // the name of a page
	Of    string // the parameter of its path, if it has one
	Query string // without its question mark
}

// A Section is a part of the main menu with those below it.
type Section struct {
	Part
	Parts []Part
}

// Path returns the path and query of the link.
func (p Part) Path() string {
	var params []string
	if p.Of != "" {
		params = []string{p.Of}
	}
	path := Link(p.Page, params...)
	if p.Query != "" {
		path += "?" + p.Query
	}
	return path
}

// Menu returns the main menu of the page, which the manual shows, too.
func Menu() []Section {
	var sections []Section
	if err := json.Unmarshal(menu, &sections); err != nil {
		panic("menu.json: " + err.Error())
	}
	return sections
}
