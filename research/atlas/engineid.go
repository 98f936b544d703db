package atlas

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
)

const (
	engineIDBytes = 8
	probeNodes    = 400
	probes        = 3 // games
)

// EngineID identifies the rules, the evaluation and the search of this program by games
// that it plays: 16 hexadecimal digits. Programs with different ones play different games.
var EngineID = sync.OnceValues(func() (string, error) {
	p, err := NewPlayer(Settings{Nodes: probeNodes, Seed: 1})
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for i := range probes {
		// Rankings far apart, with different options.
		moves, g, err := p.Moves(context.Background(), Section(i), i*len(Rankings)/probes, i)
		if err != nil {
			return "", fmt.Errorf("identify the engine: %w", err)
		}
		_, _ = fmt.Fprintln(h, moves, g) // never fails
	}
	return hex.EncodeToString(h.Sum(nil)[:engineIDBytes]), nil
})
