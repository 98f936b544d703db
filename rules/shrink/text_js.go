package shrink

// Pages get the rules for players from the server.
const shrinkRules, chessRules = "", ""
