package convergent

// Pages get the rules for players from the server.
const rules = ""
