// What an open study shows of the other people who see it.

import type { Who } from '../ui/player.text'

/** Other people in a study, and what the user may do among them. */
export interface Company {
  /** Returns a person who has commented; without a name if the account was deleted. */
  person: (by: number) => Who
  /** The names of those who look at a move, by node. */
  standing: ReadonlyMap<number, readonly string[]>
  /** The nodes that only the user sees: a reader tries moves. */
  local: ReadonlySet<number>
  /** The user changes the moves for all; else only comments, if that. */
  edit: boolean
  comment: boolean
  /** The chapter is one where readers find the moves, so that moves have hints. */
  hints: boolean
  /** Deletes the comment of another person at a node; absent: the user may not. */
  dropComment?: (id: number, by: number) => void
}
