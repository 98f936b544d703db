package selfplay

// keySet is a set of keys, for tens of millions of positions: it takes 10 to 21 bytes for
// each, about half of what a map takes. It consists of hash tables that grow one by one,
// so that there is never much to copy.
type keySet [256]keyTable

// keyTable is a hash table with open addressing. Key 0 is stored as 1.
type keyTable struct {
	slots []uint64 // 0: free; a power of two of them
	used  int
}

// add adds a key and reports whether it is new.
func (s *keySet) add(key uint64) bool {
	key = max(key, 1)
	t := &s[key>>56]
	if 5*t.used >= 4*len(t.slots) {
		old := t.slots
		t.slots = make([]uint64, max(64, 2*len(old)))
		for _, k := range old {
			if k != 0 {
				*t.slot(k) = k
			}
		}
	}
	slot := t.slot(key)
	if *slot != 0 {
		return false
	}
	*slot = key
	t.used++
	return true
}

// slot returns the slot of a key, or the free one where it belongs.
func (t *keyTable) slot(key uint64) *uint64 {
	mask := uint64(len(t.slots) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if k := t.slots[i]; k == 0 || k == key {
			return &t.slots[i]
		}
	}
}
