package main

import (
	"testing"

	"github.com/wane-chess/wane/internal/testing/flagwords"
)

// words are those that the flags of wane lack.
const words = `
   add             files of puzzles to keep before any other
   batch           positions in a step of the fit
   classic         play without networks
   confirm-nodes   nodes of a search that confirms another
   decay           pull of weights towards zero
   epochs          passes of the fit
   fix             weights that stay
   holdout         percentage of games that check the fit
   k               steepness of the expected result
   kind            won, lost or drawn
   l2              penalty for large changes of weights
   lambda          weight of the result against the score
   markdown        Markdown instead of text
   mate-moves      moves tried for a mate
   max-positions   positions of the largest proof
   mirror          see half of the positions as their mirror images
   network         file of a network
   options         games with each set of options
   played-out      one in so many games has no resignation
   plot            a drawing of how the loss falls
   positions       how many positions
   random-endings  endings drawn at random instead of games
   random-plies    random plies at the start of a game
   rankings        fixed or random rankings
   rate            learning rate
   replay          play games of a file again
   report          what the fit has changed
   residual        correct an evaluation instead of replacing it
   rounds          rounds of the fit
   sample          one of so many
   skill           games between unequal sides
   squares         largest number of free squares
   step            difference for derivatives
   varied          centipawns by which random plies may be worse
   whole-games     games instead of positions
   within          a shorter time, to compare with
   worse           centipawns by which moves that lead further may be worse
`

// The flags have the words of wane's, and no word has two meanings.
func TestFlagWords(t *testing.T) { flagwords.Check(t, newRoot(), words) }
