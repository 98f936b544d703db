// Package queue is livegame.Queue, review.Queue and tablebuild.Queue over NATS: an embedded server in this
// process, which nobody else can reach, or servers outside that many nodes share.
//
// Notices go over plain subjects, one for each game. They are not kept: who does
// not listen misses them, and reads the store. Jobs and answers go through two
// work queues of JetStream, which keep them on disk. A job is taken out of its
// queue only when its answer stands in the other, so neither the death of a
// worker nor that of the server in between loses a move of the engine. Reviews
// have two such queues of their own, so that no move has to wait behind one.
// Endings have a queue of jobs, and buckets for reports and tables.
//
// What comes off the wire is checked before anybody sees it. Whatever is no
// notice, job or answer is logged and thrown away.
package queue
