package auth

import (
	"testing"
)

func TestMay(t *testing.T) {
	session, token := &Identity{Session: "s"}, &Identity{Scopes: []Scope{BotPlay}}
	if !session.May(BoardPlay) || !token.May(BotPlay) || token.May(BoardPlay) {
		t.Error("a session may do everything, a token what its scopes say")
	}
	if !Admin.AtLeast(Moderator) || !Player.AtLeast(Player) || Player.AtLeast(Moderator) || Role("").AtLeast(Player) {
		t.Error("each role may do what those before it may")
	}
}
