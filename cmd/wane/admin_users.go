package main

import (
	"cmp"
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
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/node"
)

func newAdminUsers() *cobra.Command {
	commands := []*cobra.Command{newUsersList(), newUsersShow()}
	for _, action := range account.Actions {
		commands = append(commands, newUsersAction(action))
	}
	return usage.Group(&cobra.Command{
		Use:   "users",
		Short: "List, show and change accounts, give roles and make tokens",
		Long: "Do what is done with accounts. Running nodes hear of it within seconds. The first admin is made here: " +
			"the others can be made on the page.",
		Example: "wane admin users role ann admin\nwane admin users list --role moderator",
	}, append(commands, newUsersToken())...)
}

// userView is an account as JSON.
type userView struct {
	livegame.Person
	Role    string `json:"role"`
	Created string `json:"created"`
	Closed  string `json:"closed,omitempty"`
	Muted   string `json:"muted,omitempty"`
}

func viewUser(r *account.Record) userView {
	v := userView{Person: r.Person(), Role: string(r.Role), Created: stamp(r.Created)}
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
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", v.Shown(), v.Role, v.Created, v.state())
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

// newUsersAction makes the command of an action.
func newUsersAction(action account.Action) *cobra.Command {
	var reason string
	use, what, args := action.Name+" NAME", "NAME of an account", 1
	if action.Value != "" {
		use, what, args = use+" "+action.Value, what+" and "+action.Value, 2
	}
	example := strings.Join(strings.Fields("wane admin users "+action.Name+" ann "+action.Example), " ")
	cmd := &cobra.Command{
		Use: use, Short: action.Short, Long: cmp.Or(action.Long, action.Short+"."), Args: usage.Args(args, args, what),
		Example: example + " --reason '" + action.Why + "'",
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return operate(cmd, func(ctx context.Context, a *node.Admin, args []string) error {
		r, err := findUser(ctx, a, args[0])
		if err != nil {
			return err
		}
		detail, err := a.Accounts.Act(ctx, action, r.ID, strings.Join(args[1:], ""), reason)
		if invalid := (*account.InvalidError)(nil); errors.As(err, &invalid) {
			return usage.Errorf(cmd, "%v", err)
		} else if err != nil {
			return err
		}
		return admin.Log(ctx, a.Store.DB(), admin.Entry{
			At: time.Now(), Operator: a.Operator, Action: admin.Action(action.Logged), Account: r.Key(), Detail: detail,
		})
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
