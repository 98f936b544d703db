package diminuendo

// Pages get the rules for players from the server.
const rulesText = ""
