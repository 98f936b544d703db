package tournament

import (
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	dailyHour  = 18 // UTC
	weeklyHour = 16
	weeklyDay  = time.Saturday
	// IDs of the server's own tournaments begin like this, and no others.
	daily, weekly = "daily-", "weekly-"

	daysAhead = 2 // how early a daily tournament is announced
	weekAhead = 8 // days: the same for a weekly one
)

// Schedule returns the tournaments of the server that may be announced at a time: an arena of an hour
// each day, and a Swiss tournament each Saturday, of one variant after the other. They have the same
// IDs whenever it is called.
func Schedule(variants []string, now time.Time) (list []Terms) {
	if len(variants) == 0 {
		return nil
	}
	today := now.UTC().Truncate(24 * time.Hour)
	for i := range weekAhead {
		day := today.AddDate(0, 0, i)
		number := int(day.Unix() / (24 * 60 * 60))
		if starts := day.Add(dailyHour * time.Hour); i < daysAhead && starts.After(now.Add(MinLead)) {
			v := variants[number%len(variants)]
			list = append(list, Terms{
				ID: livegame.ID(daily + day.Format(time.DateOnly)), System: Arena, Name: "Daily Arena", Variant: v,
				Control: livegame.TimeControl{Base: 3 * time.Minute, Increment: 2 * time.Second}, Rated: true, Starts: starts,
				Duration: time.Hour, Berserk: true,
			})
		}
		if starts := day.Add(weeklyHour * time.Hour); day.Weekday() == weeklyDay && starts.After(now.Add(MinLead)) {
			v := variants[number/7%len(variants)]
			list = append(list, Terms{
				ID: livegame.ID(weekly + day.Format(time.DateOnly)), System: Swiss, Name: "Weekly Swiss", Variant: v,
				Control: livegame.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: true, Starts: starts,
				Rounds: 7, Pause: 15 * time.Second,
			})
		}
	}
	return list
}
