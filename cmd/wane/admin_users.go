package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/node"
)

func newAdminUsers() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:   "users",
		Short: "List, show, close and reopen accounts, give roles and make tokens",
		Long: "Do what is done with accounts. Running nodes hear of it within seconds. The first admin is made here: " +
			"the others can be made on the page.",
		Example: "wane admin users role ann admin\nwane admin users list --role moderator",
	},
		newUsersList(), newUsersShow(),
		newUsersChange("close", "Close an account: its sessions end, and signing in is refused", admin.UserClosed,
			(*account.Service).Close),
		newUsersChange("reopen", "Open an account again that was closed", admin.UserReopened, (*account.Service).Reopen),
		newUsersRole(), newUsersToken())
}

// userView is an account as JSON.
type userView struct {
	Name    string `json:"name"`
	Role    string `json:"role"`
	Bot     bool   `json:"bot,omitempty"`
	Created string `json:"created"`
	Closed  string `json:"closed,omitempty"`
	Muted   string `json:"muted,omitempty"`
}

func viewUser(r *account.Record) userView {
	v := userView{Name: r.Name, Role: string(r.Role), Bot: r.Bot, Created: stamp(r.Created)}
	if !r.Closed.IsZero() {
		v.Closed = stamp(r.Closed)
	}
	if r.Muted.After(time.Now()) {
		v.Muted = stamp(r.Muted)
	}
	return v
}

// state says in a word what is special about an account.
func (v userView) state() string {
	switch {
	case v.Closed != "":
		return "closed"
	case v.Muted != "":
		return "muted"
	case v.Bot:
		return "bot"
	}
	return "-"
}

func newUsersList() *cobra.Command {
	var p account.Page
	var role string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list [TEXT]",
		Short:   "List accounts, all or those with a text in their names",
		Example: "wane admin users list ann\nwane admin users list --closed --json",
		Args:    usage.Args(0, 1, "part of a name"),
	}
	cmd.Flags().StringVar(&role, "role", "", "only accounts with this role: player, moderator or admin")
	cmd.Flags().BoolVar(&p.Closed, "closed", false, "only closed accounts")
	cmd.Flags().IntVar(&p.Limit, "limit", 50, "most accounts")
	cmd.Flags().StringVar(&p.After, "after", "", "only accounts after this name")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		if err := usage.InRange(cmd, "limit", p.Limit, 1, 10_000); err != nil {
			return err
		}
		if p.Role = auth.Role(role); role != "" && !p.Role.AtLeast(auth.Player) {
			return usage.Errorf(cmd, "--role %.40q: expected player, moderator or admin", role)
		}
		if len(args) > 0 {
			p.Text = auth.Key(args[0])
		}
		p.After = auth.Key(p.After)
		found, err := a.Accounts.Users(ctx, p)
		if err != nil {
			return err
		}
		list := make([]userView, len(found))
		for i, r := range found {
			list[i] = viewUser(r)
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, v := range list {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", v.Name, v.Role, v.Created, v.state())
		}
		return w.Flush()
	})
}

// findUser returns the account that an argument names.
func findUser(ctx context.Context, a *node.Admin, name string) (*account.Record, error) {
	r, err := a.Accounts.User(ctx, name)
	if errors.Is(err, auth.ErrNotFound) {
		err = fmt.Errorf("there is no account %.40q", name)
	}
	return r, err
}

func newUsersShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show NAME",
		Short:   "Show an account as JSON",
		Example: "wane admin users show ann",
		Args:    usage.Args(1, 1, "NAME of an account"),
	}
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		r, err := findUser(ctx, a, args[0])
		if err != nil {
			return err
		}
		return output.JSON(cmd.OutOrStdout(), viewUser(r))
	})
}

// newUsersChange makes a command that changes an account.
func newUsersChange(name, short string, action admin.Action,
	change func(*account.Service, context.Context, string) error) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:     name + " NAME",
		Short:   short,
		Example: "wane admin users " + name + " ann --reason 'engine in rated games'",
		Args:    usage.Args(1, 1, "NAME of an account"),
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		return changeUser(ctx, a, args[0], action, reason, func(id string) error { return change(a.Accounts, ctx, id) })
	})
}

func newUsersRole() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "role NAME ROLE",
		Short: "Give an account a role",
		Long: "Give an account a role: player, moderator or admin. A moderator can close and mute players and answer " +
			"reports; an admin can do that with all accounts, and give roles.",
		Example: "wane admin users role ann admin",
		Args:    usage.Args(2, 2, "NAME of an account and a role"),
	}
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		role := auth.Role(args[1])
		if !role.AtLeast(auth.Player) {
			return usage.Errorf(cmd, "role %.40q: expected player, moderator or admin", args[1])
		}
		return changeUser(ctx, a, args[0], admin.UserRole, args[1],
			func(id string) error { return a.Accounts.SetRole(ctx, id, role) })
	})
}

func newUsersToken() *cobra.Command {
	var label string
	var scopes []string
	cmd := &cobra.Command{
		Use:   "token NAME",
		Short: "Make a token of an account, such as one for 'wane worker'",
		Long: "Make a token of an account and write it to standard output. It is not shown again. The account's page lists " +
			"tokens and revokes them.",
		Example: "wane admin users token ann --scope engine:work --label cellar",
		Args:    usage.Args(1, 1, "NAME of an account"),
	}
	cmd.Flags().StringSliceVar(&scopes, "scope", nil, "what the token may do, such as engine:work")
	cmd.Flags().StringVar(&label, "label", "made by the operator", "what it is for, in the account's list of tokens")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		if len(scopes) == 0 {
			return usage.Errorf(cmd, "--scope is missing: expected what the token may do, such as engine:work")
		}
		allowed := make([]auth.Scope, len(scopes))
		for i, s := range scopes {
			allowed[i] = auth.Scope(s)
		}
		r, err := findUser(ctx, a, args[0])
		if err != nil {
			return err
		}
		_, secret, err := a.Accounts.GrantToken(ctx, r.Account, label, allowed)
		if err != nil {
			return err
		}
		if err := admin.Log(ctx, a.Store.DB(), admin.Entry{
			At: time.Now(), Operator: a.Operator, Action: admin.UserToken, Account: r.Key(), Detail: strings.Join(scopes, " "),
		}); err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), secret)
		return err
	})
}

// changeUser changes an account and notes it in the log.
func changeUser(ctx context.Context, a *node.Admin, name string, action admin.Action, detail string,
	change func(id string) error) error {
	r, err := findUser(ctx, a, name)
	if err != nil {
		return err
	}
	if err := change(r.ID); err != nil {
		return err
	}
	return admin.Log(ctx, a.Store.DB(),
		admin.Entry{At: time.Now(), Operator: a.Operator, Action: action, Account: r.Key(), Detail: detail})
}
