package sharedstudy

import "strings"

// Written is a comment with its place.
type Written struct {
	Chapter string // its ID
	Line    string // the moves that lead to it in SAN, with spaces
	Text    string
}

// WrittenBy returns the comments of an account.
func (s *Study) WrittenBy(account string) (list []Written) {
	p := s.Person(account)
	if p == nil {
		return nil
	}
	for _, c := range s.Chapters {
		var line []string
		var look func(n *Node)
		look = func(n *Node) {
			if mine := n.Of(p.Number); mine != nil {
				list = append(list, Written{c.ID, strings.Join(line, " "), mine.Text})
			}
			for _, child := range n.Children {
				line = append(line, child.SAN)
				look(child)
				line = line[:len(line)-1]
			}
		}
		look(c.Root)
	}
	return list
}
