// Package swiss pairs tournaments: Swiss tournaments by the FIDE (Dutch) System, and round robins by
// Berger tables. It also ranks the players of a tournament by FIDE's tie-breaks.
//
// # Rules
//
// Pair follows chapter C.04.3 of the FIDE Handbook, the version that the FIDE Council approved for
// 1 July 2025 and put into force on 1 February 2026. Comments cite its articles and its criteria C1–C21.
// The general rules C.04.1 and C.04.2 decide who may get the bye and how boards are ordered.
// Tie-breaks follow chapter C.07, the version of 1 March 2026.
//
// # Method
//
// The chapter describes a search through candidates: transpositions and exchanges, one after the other, until
// one is perfect. Too many candidates exist for that, and the chapter allows any method with the same result.
// Pair asks one question after the other instead, the criteria in their order and then the order of the candidates,
// and keeps the set of all pairings that answer every question so far as well as possible. Each question is a
// matching of maximum weight in a general graph, so the result is exact for any number of
// players. It takes about 50 ms for 200 players and seconds for 1,000, the most that Pair accepts.
//
// # Units
//
// Scores are integers: with the usual Points a win counts 2, a draw 1, so a score is a number of half points.
package swiss
