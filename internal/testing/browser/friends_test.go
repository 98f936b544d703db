package browser

import "testing"

// TestFriends follows a player, who is then shown as online, and blocks the player, who then cannot
// challenge.
func TestFriends(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop).withoutRules(), newPerson(t, base, "Ben", small).withoutRules()
	for _, p := range []*person{ann, ben} {
		p.open("/rules/chess")
		p.signsUp(p.name + "_friends")
		p.open("/signin") // the page learns of the account
		p.sees("You are signed in as")
	}
	ben.open("/") // with a socket, by which the server knows that Ben is there
	ann.open("/@/ben_friends")
	ann.press("Follow")
	ann.sees("You follow this player.")
	ann.sees("1 follower")
	ann.inBothThemes("the profile of a friend", "friend-profile")
	ann.until("Ben is online",
		`fetch('/api/account/relations?online=true').then((r) => r.json()).then((r) => r.following.length === 1)`)
	ann.open("/")
	ann.sees("Friends online")
	ann.inBothThemes("the home page with a friend", "friends-home")
	ann.open("/account")
	ann.sees("You follow")
	ann.accessible("the account with a friend")
	ann.shoot("friends-account")

	ann.open("/@/ben_friends")
	ann.press("Block")
	ann.sees("You block this player")
	ann.shoot("friend-blocked")
	ben.open("/@/ann_friends")
	ben.narrow("the profile of another")
	ben.shoot("friend-profile-phone")
	ben.press("Challenge")
	ben.until("the name is there", `document.querySelector('dialog input[list]')?.value === 'Ann_friends'`)
	ben.mayFail("/api/challenges")
	ben.press("Challenge")
	ben.sees("Ann_friends does not accept challenges from you.")

	ann.open("/account")
	ann.sees("You block")
	ann.press("Hide that I am online")
	ann.press("Unblock Ben_friends")
	ann.sees("You follow no one yet")
	ann.until("the account is invisible",
		`fetch('/api/account/relations').then((r) => r.json()).then((r) => r.invisible && r.blocked.length === 0)`)
}
