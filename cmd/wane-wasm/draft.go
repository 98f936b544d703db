package main

import (
	"encoding/json"
	"fmt"

	"github.com/wane-chess/wane/internal/setup"
	"github.com/wane-chess/wane/rules"
)

// draft makes an edit of a draft; both are given in JSON.
func draft(state, edit string) (setup.Draft, error) {
	var s setup.DraftState
	if err := json.Unmarshal([]byte(state), &s); err != nil {
		return setup.Draft{}, fmt.Errorf("the state cannot be read: %w", err)
	}
	var e setup.DraftEdit
	if err := json.Unmarshal([]byte(edit), &e); err != nil {
		return setup.Draft{}, fmt.Errorf("the edit cannot be read: %w", err)
	}
	return setup.Do(rules.ByName, s, e)
}
