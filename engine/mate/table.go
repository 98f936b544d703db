package mate

// tableBits is the size of the table: 2 to this power entries of 16 bytes.
const tableBits = 18

// table is the transposition table. An entry has two numbers of moves: the smallest in
// which the attacker is known to win, and the largest in which it is known not to. The
// key includes the side to move, so attacker and defender have separate entries.
type table struct {
	entries []entry
	age     uint32 // entries of another age are empty
}

type entry struct {
	key  uint64
	age  uint32
	won  uint8 // smallest number of moves that win, plus 1; 0: unknown
	held uint8 // largest number of moves that do not win, plus 1; 0: unknown
}

// clear clears the table.
func (t *table) clear() {
	if t.entries == nil {
		t.entries = make([]entry, 1<<tableBits)
	}
	t.age++
}

func (t *table) at(key uint64) *entry { return &t.entries[key>>(64-tableBits)] }

// get reports whether the attacker wins in n moves, if known.
func (t *table) get(key uint64, n int) (won, known bool) {
	e := t.at(key)
	switch {
	case e.key != key || e.age != t.age:
		return false, false
	case e.won > 0 && n+1 >= int(e.won):
		return true, true
	case n+1 <= int(e.held):
		return false, true
	}
	return false, false
}

// put stores whether the attacker wins in n moves.
func (t *table) put(key uint64, n int, won bool) {
	e := t.at(key)
	if e.key != key || e.age != t.age {
		*e = entry{key: key, age: t.age}
	}
	switch {
	case won && (e.won == 0 || n+1 < int(e.won)):
		e.won = uint8(n + 1)
	case !won:
		e.held = max(e.held, uint8(n+1))
	}
}
