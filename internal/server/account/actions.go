package account

import (
	"context"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
)

// Action is something that operators, moderators or admins do with an account. The commands of 'wane admin users' and
// the routes below /api/admin/users/{name} are made of Actions.
type Action struct {
	Name   string // of the command and in the path of the route, such as "close"
	Logged string // the action in the operators' log
	Short  string // what it does
	Long   string // more about it; may be empty
	Admin  bool   // moderators may not do it
	// Value names what is given beside the name of the account, such as "ROLE"; "": nothing. Example is one.
	Value, Example string
	Why            string // an example of a reason

	// do returns what the log says of the value, beside the action.
	do func(ctx context.Context, s *Service, id, value string) (string, error)
}

// Actions are all actions.
var Actions = []Action{
	{
		Name: "close", Logged: "close account", Short: "Close an account: its sessions end, and signing in is refused",
		Why: "engine in rated games",
		do:  func(ctx context.Context, s *Service, id, _ string) (string, error) { return "", s.Close(ctx, id) },
	},
	{
		Name: "reopen", Logged: "reopen account", Short: "Open an account again that was closed",
		Why: "a mistake",
		do:  func(ctx context.Context, s *Service, id, _ string) (string, error) { return "", s.Reopen(ctx, id) },
	},
	{
		Name: "mute", Logged: "mute", Short: "Keep an account from writing for others until a time",
		Value: "TIME", Example: "2027-01-31T12:00:00Z", Why: "insults",
		do: func(ctx context.Context, s *Service, id, value string) (string, error) {
			until, err := time.Parse(time.RFC3339, value)
			if err != nil {
				return "", invalid("time %.40q: expected one such as 2027-01-31T12:00:00Z", value)
			}
			return "until " + until.UTC().Format(time.RFC3339), s.Mute(ctx, id, until)
		},
	},
	{
		Name: "unmute", Logged: "unmute", Short: "Let an account write for others again", Why: "a mistake",
		do: func(ctx context.Context, s *Service, id, _ string) (string, error) {
			return "", s.Mute(ctx, id, time.Time{})
		},
	},
	{
		Name: "role", Logged: "role", Short: "Give an account a role", Admin: true,
		Long: "Give an account a role: player, moderator or admin. A moderator can close and mute players and answer " +
			"reports; an admin can do that with all accounts, and give roles.",
		Value: "ROLE", Example: "admin", Why: "helps on weekends",
		do: func(ctx context.Context, s *Service, id, value string) (string, error) {
			return value, s.SetRole(ctx, id, auth.Role(value))
		},
	},
	{
		Name: "title", Logged: "title", Short: "Give an account a title, which is shown before its name", Admin: true,
		Long: "Give an account a title, such as GM, which is shown before its name; 'none' takes it. Games keep the titles " +
			"that their players had.",
		Value: "TITLE", Example: "GM", Why: "champion of the club",
		do: func(ctx context.Context, s *Service, id, value string) (string, error) {
			if value == "none" {
				return value, s.SetTitle(ctx, id, "")
			}
			return value, s.SetTitle(ctx, id, value)
		},
	},
}

// Act does something with an account, and returns what the log says of it beside the action. A value that the action
// does not take is an *InvalidError.
func (s *Service) Act(ctx context.Context, a Action, id, value, reason string) (detail string, err error) {
	if value != "" && a.Value == "" {
		return "", invalid("%s takes no value, but %.40q was given", a.Name, value)
	}
	detail, err = a.do(ctx, s, id, value)
	return strings.TrimSpace(detail + " " + reason), err
}
