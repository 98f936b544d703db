// Package train fits a network of package engine/eval/network to positions of 'research selfplay'.
//
// It minimizes the squared difference between the expected score that the network predicts and a mixture of the game's
// result and the expected score of the search, by AdamW with a rate that falls by a cosine. Each position is seen as it
// is or as its mirror image, by chance. Some games are held out: their loss says whether the network learns or
// memorizes. The fit depends on the seed, not on the number of threads, and an interrupted one resumes.
package train
