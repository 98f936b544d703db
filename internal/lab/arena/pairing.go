package arena

// Pairing is two engines that meet, and their results.
type Pairing struct {
	Engines [2]int // indexes in Config.Contestants
	Tally   Tally  // for the first of them
}

// pairings returns the pairings: the first engine meets all others, then, unless it is a
// gauntlet, the second those after it, and so on.
func (c *Config) pairings() []Pairing {
	var all []Pairing
	for i := range c.Contestants {
		for j := i + 1; j < len(c.Contestants); j++ {
			all = append(all, Pairing{Engines: [2]int{i, j}})
		}
		if c.Gauntlet {
			break
		}
	}
	return all
}

// place returns the pairing that plays a game, and the round, which is the number of its
// opening. In a round each pairing plays the same opening twice, with colors swapped, so
// that the number of games can grow when a tournament resumes.
func (m *match) place(number int) (pairing, round int) {
	return number / 2 % len(m.met), number / 2 / len(m.met)
}
