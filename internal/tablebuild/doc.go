// Package tablebuild has the tables of whole materials made: which are needed for
// those that somebody wants and in what order, about what that costs, here or by
// workers on other machines.
//
// Builder solves on this machine, several materials at a time. Coordinator hands
// the materials out through a Queue, as soon as all that they need is there, and
// collects the tables; Worker solves what the Queue gives. Either way each
// finished table is a file of its own that appears when it is complete, so work
// that was cut off goes on from there.
//
// Tables are known by their digests, and a job by the digests of all that it
// needs. So it does not matter who does a job, how often, or for whom; nor if
// several coordinators want the same.
package tablebuild
