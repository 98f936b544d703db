package rating

import "github.com/wane-chess/wane/internal/glicko"

// Rating is what is known about a player's strength.
type Rating = glicko.Rating

// Start is the rating of a player without games.
var Start = glicko.Start
