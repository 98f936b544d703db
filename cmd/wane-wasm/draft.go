package main

import (
	"encoding/json"
	"fmt"

	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/rules"
)

// draft makes an edit of a draft; both are given in JSON.
func draft(state, edit string) (editor.Draft, error) {
	var s editor.DraftState
	if err := json.Unmarshal([]byte(state), &s); err != nil {
		return editor.Draft{}, fmt.Errorf("the state cannot be read: %w", err)
	}
	var e editor.DraftEdit
	if err := json.Unmarshal([]byte(edit), &e); err != nil {
		return editor.Draft{}, fmt.Errorf("the edit cannot be read: %w", err)
	}
	return editor.Do(rules.ByName, s, e)
}
