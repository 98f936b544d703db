package notify

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/web/routes"
)

// sentences say what has happened, by language. {who} and {Who} are the other player, or the tournament,
// within a sentence and at its beginning. They are those of the page.
var sentences = map[string]map[Kind]string{
	"en": {
		Turn:       "It is your turn against {who}.",
		Soon:       "Less than 6 hours are left for your move against {who}.",
		Joined:     "{Who} has joined your game.",
		"won":      "You have won against {who}.",
		"lost":     "You have lost against {who}.",
		"drawn":    "Your game against {who} is a draw.",
		Ended:      "Your game against {who} has ended without a result.",
		Draw:       "{Who} offers a draw.",
		Takeback:   "{Who} asks to take back a move.",
		Challenged: "{Who} challenges you.",
		Accepted:   "{Who} has accepted your challenge.",
		Declined:   "{Who} has declined your challenge.",
		Followed:   "{Who} follows you.",
		Begun:      "The tournament {who} has started.",
		Paired:     "Your next game in {who} has begun.",
		Rematch:    "{Who} offers a rematch.",
		Invited:    "{Who} invites you to a study.",
		"":         "Something has happened in one of your games.",
	},
	"de": {
		Turn:       "Du bist am Zug gegen {who}.",
		Soon:       "Für deinen Zug gegen {who} bleiben weniger als 6 Stunden.",
		Joined:     "{Who} ist deiner Partie beigetreten.",
		"won":      "Du hast gegen {who} gewonnen.",
		"lost":     "Du hast gegen {who} verloren.",
		"drawn":    "Deine Partie gegen {who} ist remis.",
		Ended:      "Deine Partie gegen {who} ist ohne Ergebnis zu Ende.",
		Draw:       "{Who} bietet remis an.",
		Takeback:   "{Who} möchte einen Zug zurücknehmen.",
		Challenged: "{Who} fordert dich heraus.",
		Accepted:   "{Who} hat deine Herausforderung angenommen.",
		Declined:   "{Who} hat deine Herausforderung abgelehnt.",
		Followed:   "{Who} folgt dir.",
		Begun:      "Das Turnier {who} hat begonnen.",
		Paired:     "Deine nächste Partie im Turnier {who} hat begonnen.",
		Rematch:    "{Who} bietet dir Revanche an.",
		Invited:    "{Who} lädt dich zu einer Studie ein.",
		"":         "In einer deiner Partien ist etwas geschehen.",
	},
}

// others are the other player without a name: a guest, and the engine, within a sentence and at its beginning.
var others = map[string]struct{ guest, Guest, level, Level string }{
	"en": {"a guest", "A guest", "the computer, level %d", "The computer, level %d,"},
	"de": {"einen Gast", "Ein Gast", "den Computer, Stufe %d", "Der Computer, Stufe %d,"},
}

// Sentence says what has happened, in German ("de") or else in English.
func (n Notification) Sentence(language string) string {
	if language != "de" {
		language = "en"
	}
	kind := n.Kind
	if _, known := sentences[language][Kind(n.Result)]; kind == Ended && known && n.Result != "" {
		kind = Kind(n.Result)
	}
	text, known := sentences[language][kind]
	if !known {
		text = sentences[language][""]
	}
	other := others[language]
	who, Who := cmp.Or(n.Name, other.guest), cmp.Or(n.Name, other.Guest)
	if n.Level > 0 {
		who, Who = fmt.Sprintf(other.level, n.Level), fmt.Sprintf(other.Level, n.Level)
	}
	return strings.NewReplacer("{who}", who, "{Who}", Who).Replace(text)
}

// Page returns the path of the page that a notification is about.
func (n Notification) Page() string {
	switch n.Kind {
	case Challenged, Declined:
		return routes.Link("challenge", string(n.Game))
	case Begun:
		return routes.Link("tournament", string(n.Game))
	case Invited:
		return routes.Link("study", string(n.Game))
	case Followed:
		return routes.Link("player", n.Name)
	}
	return routes.Link("game", string(n.Game))
}
