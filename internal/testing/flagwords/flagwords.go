// Package flagwords checks that an idea has one word in the flags of all commands, and a word
// one letter or none.
package flagwords

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Program are the words of wane's flags, each with its letter, if it has one, and its one
// meaning. A flag for one of these ideas has its word; a new idea gets a new line.
const Program = `
   account         only what concerns this account
-a addr            where a server listens
   after           only what comes after this in a list
   all             everything instead of a choice
   arena           bots of an arena
   attackers       guests that disturb others
   backup-dir      where a server puts its backups
   backup-every    time between two backups
   backup-keep     how many backups stay
   base-url        public address of a server
   before          only what comes before this in a list
   book            file of an opening book
   bye             last words of a bot
   clock           clock of a game between people: minutes, and seconds for each move
   close           close the account
   closed          only closed accounts
   color           side of the player
-c concurrency     how many games, positions, jobs or materials at once
   correct         a move in place of a wrong one in a file
   count           how many to make
   daily           the puzzle of the day
   dark            dark colors
   data            directory of a server
   db              database of a server
   delay           time for each position of an animation
-d depth           plies of a search
   disk-reserve    how much of the disk is for moves
   dismiss         a report was wrong
   divide          the count for each move
   draw            when to adjudicate a draw
   dry-run         say what would be done
   each            every position, not only the totals
-e engine          an engine, with its options
   event           name of a match
   every           time between two moves
   explain         the effects of each move
-f fen             a position
   flip            Black at the bottom
   for             how long to play
   force           replace what exists
   format          how recorded games are written
   from            the first of a range
   game            one game: its number in a file, or its ID
-g games           how many games in all
   gauntlet        only the first engine plays all others
   glyphs          chess symbols instead of letters
   guest           only games of this guest
   hash            size of a transposition table in MB
   hello           first words of a bot
-h help            the help of a command
   imports         accounts that import games
   json            JSON instead of text
   keep-abandoned  how long a server keeps games without a result
   keep-chat       how long a server keeps messages
   keep-guests     how long a server keeps guests
   kill            how often to kill the server
   label           what a token is for
   level           strength of the engine
   limit           how many entries of a list
-l lines           how many best lines (multi-PV)
   lobby           players who look at the lobby
   log             format of the log
   log-details     names and addresses in the log
   loops           how often to play an animation
   mail-from       sender of e-mail
   margin          time by which a clock may be exceeded
   mate            stop at a mate in so many moves
   max-moves       when a game is drawn
   max-plies       plies of the longest opening or line
   max-score       largest score for either color
   min-plies       plies of the shortest opening or distance to mate
   mode            rated or casual
   moves           moves from a position
-m movetime        time for a position or a move
   mute            how long an account may not chat
   names           the players' names in a picture
   nats            NATS servers
   nats-ca         certificates of the NATS servers
   nats-cert       certificate for NATS
   nats-creds      credentials for NATS
   nats-key        key of --nats-cert
   newer           only what changed within this time
   no-descriptions shell completions without texts
   no-moves        only games without a move
   no-spectators   play without spectators
   node            name of a server's node
-n nodes           nodes of a search
   offline         whether browsers keep the page
   older           only what has not changed for this time
   only-names      only names of openings
   openings        file of start positions
   opponents       bots or people
-o output          where the result goes: a file or a directory
   overhead        time in reserve for each move
   patience        when an engine counts as hanging
   pause           time for the last position of an animation
   pgn             file of recorded games to read
   piece-set       drawings of the pieces
   pieces          number of pieces
   plain           no coordinates
   player          only games of this player
   ply             the position after so many plies
   png             PNG instead of text
-q quiet           less output
   rate-limit      whether requests are limited
   rating          Elo of puzzles or opponents
   reason          why something is done
   resign          when to adjudicate a win
   result          result of a game
   review          depth of a review of recorded games
   role            player, moderator or admin
   scheduled       whether tournaments are held
   scope           what a token may do
   seed            random seed
   seek            time controls of challenges
   seek-casual     challenges to games that are not rated
   seek-levels     challenges to the server's engine
   servers         servers at one database
   size            size of a picture in pixels
   smtp            server for e-mail
   smtp-password-file file with the password of --smtp
   soak            fail if a server grows
   speeds          bullet, blitz, rapid, correspondence
   sprt            a test of two engines
   state           file from which the same command resumes
   status          only games that are waiting, live or finished
   status-addr     where a program reports its state
   stdin           read standard input
   strict          warnings are errors
   svg             SVG instead of text
   tables          tablebase files
   takebacks       guests that keep the engine busy
   theme           theme of puzzles
   think           longest time for a move of a bot
-t threads         threads of one search
   time            clock of a match: moves, seconds, and seconds for each move
   to              the last of a range
   token           token of an account
   traces          collector of traces
   trust-proxy     whether a proxy stands in front
   trusted-networks where many people share an address
   two             two players at one screen
   upgrade         make the account a bot
   url             address of a server to play on or to work for
-v variant         a variant, or several
   verify          compute again and compare
   version         the version of the program
   weights         file of weights
   without         features of the search to switch off
-y yes             do not ask
   zero            weights to set to zero
`

// otherWords are words that other programs have for these ideas, each with ours.
var otherWords = map[string]string{
	"out": "output", "output-file": "output", "outfile": "output", "write": "output",
	"dir": "output", "directory": "output",
	"file": "pgn or output", "input": "pgn",
	"jobs": "concurrency", "parallel": "concurrency", "workers": "concurrency", "at-once": "concurrency",
	"multipv": "lines", "pv": "lines", "thread": "threads", "cores": "threads", "cpus": "threads",
	"timeout": "movetime", "move-time": "movetime", "tc": "time", "plies": "depth or max-plies",
	"variants": "variant", "position": "fen", "position-fen": "fen", "number": "count",
	"checkpoint": "state", "resume": "state", "overwrite": "force", "memory": "hash",
	"rounds-per-match": "games", "silent": "quiet", "side": "color",
	"endings": "tables", "tablebases": "tables",
}

// line is a line of a table.
var line = regexp.MustCompile(`(?m)^(?:-(\w)|  ) (\S+) +\S.*$`)

// Check checks the flags of a program's commands: each is in the table own, which the program uses
// whole, or in Program, and has the letter from there.
func Check(t *testing.T, root *cobra.Command, own string) {
	t.Helper()
	unused := read(t, own) // letters by word
	table := own
	if own != Program {
		table += Program[1:]
	}
	letters := read(t, table)
	for word := range otherWords {
		if _, ours := letters[word]; ours {
			t.Errorf("--%s is in both tables", word)
		}
	}
	for _, cmd := range commands(root) {
		cmd.InitDefaultHelpFlag()
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			delete(unused, f.Name)
			letter, known := letters[f.Name]
			switch ours := otherWords[f.Name]; {
			case ours != "":
				t.Errorf("%s has --%s, expected --%s", cmd.CommandPath(), f.Name, ours)
			case !known:
				t.Errorf("%s has --%s, which is not in the table: expected one of its words or, for a new idea, a line",
					cmd.CommandPath(), f.Name)
			case f.Shorthand != letter:
				t.Errorf("%s has -%s for --%s, expected -%s", cmd.CommandPath(), f.Shorthand, f.Name, letter)
			}
		})
	}
	for word := range unused {
		t.Errorf("no command has --%s", word)
	}
}

// read returns the letters of a table by word.
func read(t *testing.T, table string) map[string]string {
	t.Helper()
	letters := map[string]string{}
	for _, m := range line.FindAllStringSubmatch(table, -1) {
		letter, word := m[1], m[2]
		if _, twice := letters[word]; twice {
			t.Errorf("--%s is in the table twice", word)
		}
		for other, l := range letters {
			if l != "" && l == letter {
				t.Errorf("-%s stands for --%s and --%s", l, other, word)
			}
		}
		letters[word] = letter
	}
	if want := strings.Count(strings.Trim(table, "\n"), "\n") + 1; len(letters) != want {
		t.Errorf("%d of %d lines of the table were read", len(letters), want)
	}
	return letters
}

// commands returns a program and all its commands.
func commands(root *cobra.Command) []*cobra.Command {
	root.InitDefaultCompletionCmd()
	list := []*cobra.Command{root}
	for i := 0; i < len(list); i++ {
		list = slices.Concat(list, list[i].Commands())
	}
	return list
}
