// Package limits keeps a guest or an address from using too much of the server.
//
// Package web asks the Guard about each request: it turns the cookie of a session, or a token, into a player, so games
// know nothing of accounts.
package limits

import (
	"math"
	"time"
)

// Rate is how often something may happen.
type Rate struct {
	PerSecond float64 // on average
	Burst     int     // at once
}

// Budget limits one kind of request.
type Budget struct {
	Guest   Rate // for one guest
	Address Rate // for all guests of an address
}

// Limits keep one client from using up shared resources. They are generous for people. A
// zero field stands for its default.
type Limits struct {
	Off      bool   // no limits of rates and numbers, for measurements
	Newcomer Budget // new guests; only that of an address counts
	Create   Budget // new games
	Offer    Budget // games offered to anyone, which are new games, too
	Command  Budget // moves and other commands, by the API or on sockets
	Read     Budget // everything else, and games watched on sockets
	Rules    Budget // board views, legal moves and previews, which the server computes
	Review   Budget // requested reviews
	Pictures Budget // PNG and GIF pictures that are not cached; a long animation counts many times
	Search   Budget // pages of the archive
	Download Budget // many games as one file
	SignUp   Budget // new accounts
	SignIn   Budget // checks of passwords, passkeys and codes, and changes of an account
	Chat     Budget // messages in the chat of games
	Social   Budget // players followed, blocked and reported
	// Bytes is how many bytes an address may store on a node, on average and at once. A trusted network has trustFactor
	// times as many.
	Bytes    Rate
	Messages Rate // on one socket
	// Connections, Requests: how many connections an address may have open, sockets included,
	// and how many requests it may have in progress. Behind a proxy, connections are not
	// limited: they are the proxy's.
	Connections, Requests int
	// Sockets, GuestSockets: how many sockets an address and a guest may have open.
	// SocketGames: how many games a socket may watch, and how many chats it may follow.
	Sockets, GuestSockets, SocketGames int
	// Streams, AccountStreams: how many streams for programs an address and an account may have
	// open.
	Streams, AccountStreams int
	// Offers: how many open games a guest may offer at once. Thinking: in how many
	// games of a guest the engine may be thinking when the guest creates another.
	// AddressThinking: the same for an address, on one node.
	Offers, Thinking, AddressThinking int
	// Reviews, AddressReviews: how many unfinished reviews a guest and an address may have
	// requested. AllReviews: how many may be unfinished in total.
	Reviews, AddressReviews, AllReviews int
	// DownloadGames is how many games one download has at most.
	DownloadGames int
}

// WithDefaults returns the limits with defaults for zero fields.
func (l Limits) WithDefaults() Limits {
	if l.Off {
		for _, number := range []*int{&l.Connections, &l.Requests, &l.Sockets, &l.GuestSockets, &l.SocketGames, &l.Streams,
			&l.AccountStreams, &l.Offers, &l.Thinking, &l.AddressThinking, &l.Reviews, &l.AddressReviews, &l.AllReviews} {
			*number = math.MaxInt
		}
	}
	fill := func(r *Rate, d Rate) {
		if r.PerSecond == 0 && r.Burst == 0 {
			*r = d
		}
	}
	fill(&l.Newcomer.Guest, Rate{1, 300})
	fill(&l.Newcomer.Address, Rate{1, 300})
	fill(&l.Offer.Guest, Rate{0.1, 10})
	fill(&l.Offer.Address, Rate{0.1, 20})
	fill(&l.Create.Guest, Rate{0.5, 30})
	fill(&l.Create.Address, Rate{2, 60})
	fill(&l.Command.Guest, Rate{20, 60})
	fill(&l.Command.Address, Rate{100, 300})
	fill(&l.Read.Guest, Rate{30, 120})
	fill(&l.Read.Address, Rate{150, 600})
	fill(&l.Rules.Guest, Rate{20, 100})
	fill(&l.Rules.Address, Rate{60, 300})
	fill(&l.Review.Guest, Rate{0.05, 10})
	fill(&l.Review.Address, Rate{0.05, 20})
	fill(&l.Pictures.Guest, Rate{1, 30})
	fill(&l.Pictures.Address, Rate{4, 120})
	fill(&l.Search.Guest, Rate{5, 40})
	fill(&l.Search.Address, Rate{20, 160})
	fill(&l.Download.Guest, Rate{0.05, 5})
	fill(&l.Download.Address, Rate{0.2, 20})
	fill(&l.SignUp.Guest, Rate{0.02, 5})
	fill(&l.SignUp.Address, Rate{0.02, 20})
	fill(&l.SignIn.Guest, Rate{0.2, 15})
	fill(&l.SignIn.Address, Rate{1, 60})
	fill(&l.Chat.Guest, Rate{0.25, 6})
	fill(&l.Chat.Address, Rate{1, 24})
	fill(&l.Social.Guest, Rate{0.2, 20})
	fill(&l.Social.Address, Rate{1, 100})
	fill(&l.Bytes, Rate{(16 << 20) / time.Hour.Seconds(), 32 << 20})
	fill(&l.Messages, Rate{20, 60})
	for number, d := range map[*int]int{
		&l.Connections: 1000, &l.Requests: 400, &l.Sockets: 500, &l.GuestSockets: 25, &l.SocketGames: 64, &l.Streams: 200,
		&l.AccountStreams: 50, &l.Offers: 5, &l.Thinking: 4, &l.AddressThinking: 24, &l.Reviews: 3, &l.AddressReviews: 20,
		&l.AllReviews: 200, &l.DownloadGames: 10_000,
	} {
		if *number == 0 {
			*number = d
		}
	}
	return l
}
