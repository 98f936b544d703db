package boardview

// CountPremoves returns the premoves and how many replies were listed to find them.
func (l *Line) CountPremoves() (routes [][2]int, listed int) { return l.premoves() }
