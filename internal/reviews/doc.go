// Package reviews carries the reviews of games on: it takes them when somebody
// asks, hands their parts to workers one after the other, keeps what those find,
// and tells how far they have come.
//
// All state is in the store, where the number of a change decides races, so that
// any node may take a request or an answer for any review, and a review goes on
// when a node dies: workers' answers come to another node, and what was to be put
// in the queue is put there by a sweep. A part that stands in the queue is not put
// there again, so sweeping does no harm.
//
// A review has one part in the queue at a time. So a hundred reviews that are asked
// for at once share the workers evenly, and the queue stays short.
package reviews
