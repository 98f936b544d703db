// Package sharedstudy keeps studies that several people edit together.
//
// A study has chapters, each a tree of moves with annotations. It is what its numbered Events have
// made of it, as with games: Apply replays them. Each change is one event with the next number, and
// the node that stores a number first has made the change.
//
// People send Commands. A command says what its sender wants and which event the sender had seen
// last (Base). A Batch makes events of it that are final: an event states what is there afterwards,
// so a page that applies events needs to know nothing about merging.
//
// People who edit at the same time do not lose what they write:
//
//   - Moves are named by the line that leads to them. The same move added twice is there once, and a
//     command about a line that has been deleted meanwhile adds the line again.
//   - Deleting a move spares what others have added or written below it since Base.
//   - A person who has deleted a line can bring it back as it was, with the comments of all: the study keeps
//     the lines that were deleted last.
//   - Each person has one comment at a move. If two devices of that person change it at the same
//     time, both texts stay. Glyphs, arrows and circles are added and removed one by one.
//   - Texts that all contributors edit (the description, a hint) keep both versions, too. Of names, topics
//     and each tag the last change counts.
//
// So commands can be made offline and sent later, and sent again if the answer was lost: at worst a line
// that others have deleted in between is there again.
//
// Events and nodes name people by their numbers in the study. The list of people says who they are,
// so an account that is deleted is forgotten without a change of the events.
//
// The store keeps a snapshot now and then, so that few events are replayed. Pages wait for events by long polls. Which
// pages are open, and what they show, nodes remember for seconds and do not store.
package sharedstudy
