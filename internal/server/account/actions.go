package account

import (
	"cmp"
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
	// Optional says that the value may be left out.
	Optional bool

	do func(ctx context.Context, s *Service, id, value string) error
	// words say in the log what the value means; nil: it says that itself.
	words func(value string) string
}

// Detail returns what the log says of an action beside its name.
func (a Action) Detail(value, reason string) string {
	if a.words != nil {
		value = a.words(value)
	}
	return strings.TrimSpace(value + " " + reason)
}

// Actions are all actions.
var Actions = []Action{
	{
		Name: "close", Logged: "close account", Short: "Close an account: its sessions end, and signing in is refused",
		do: func(ctx context.Context, s *Service, id, _ string) error { return s.Close(ctx, id) },
	},
	{
		Name: "reopen", Logged: "reopen account", Short: "Open an account again that was closed",
		do: func(ctx context.Context, s *Service, id, _ string) error { return s.Reopen(ctx, id) },
	},
	{
		Name: "mute", Logged: "mute", Short: "Keep an account from writing for others until a time",
		Long:  "Keep an account from writing for others until a time. Without one it may write again.",
		Value: "TIME", Example: "2027-01-31T12:00:00Z", Optional: true,
		do: func(ctx context.Context, s *Service, id, value string) error {
			until, err := time.Parse(time.RFC3339, value)
			if value != "" && err != nil {
				return invalid("time %.40q: expected one such as 2027-01-31T12:00:00Z, or none", value)
			}
			return s.Mute(ctx, id, until)
		},
		words: func(value string) string {
			if value == "" {
				return "may write again"
			}
			return "until " + value
		},
	},
	{
		Name: "role", Logged: "role", Short: "Give an account a role", Admin: true,
		Long: "Give an account a role: player, moderator or admin. A moderator can close and mute players and answer " +
			"reports; an admin can do that with all accounts, and give roles.",
		Value: "ROLE", Example: "admin",
		do: func(ctx context.Context, s *Service, id, value string) error {
			return s.SetRole(ctx, id, auth.Role(value))
		},
	},
	{
		Name: "title", Logged: "title", Short: "Give an account a title, which is shown before its name", Admin: true,
		Long: "Give an account a title, such as GM, which is shown before its name. Without one it has none any more. " +
			"Games keep the titles that their players had.",
		Value: "TITLE", Example: "GM", Optional: true,
		do:    func(ctx context.Context, s *Service, id, value string) error { return s.SetTitle(ctx, id, value) },
		words: func(value string) string { return cmp.Or(value, "none") },
	},
}

// Act does something with an account. A value that it does not take is an *InvalidError.
func (s *Service) Act(ctx context.Context, a Action, id, value string) error {
	return a.do(ctx, s, id, strings.TrimSpace(value))
}
