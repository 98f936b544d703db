package tournament

// Add adds a system.
func Add(name SystemName, s System) { systems[name] = s }
