package node

import (
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/plan"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/studies"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/vacation"
	"github.com/wane-chess/wane/rules"
)

// data is what all features store of accounts, guests and games, in the order of their locks.
var data = []feature.Data{
	archive.Data(rules.ByName), sharedstudy.Data, rating.Data, puzzle.Data, opening.Data, challenge.Data, chat.Data,
	moderation.Data, notify.Data, plan.Data, social.Data, studies.Data, review.Data, tournament.Data, vacation.Data,
	profile.Data,
}

// features are the features of a node.
type features []feature.Feature

// routes returns them as what has routes.
func (all features) routes() []server.Feature {
	list := make([]server.Feature, len(all))
	for i, f := range all {
		list[i] = f
	}
	return list
}

// Jobs registers what they do by themselves.
func (all features) Jobs(r *job.Runner) {
	for _, f := range all {
		f.Jobs(r)
	}
}
