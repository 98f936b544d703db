// Studies for tests. Their moves are arbitrary words: the tree knows no rules.

import { packGame, type Packed } from './packed'
import type { StudyGame, StudyNode } from '../net/types'

/** Returns the game of a text such as "a b (c d) e": words are moves, brackets variations to the move before. */
export function game(text: string, fen = ''): StudyGame {
  const node = (move: string): StudyNode => ({ move, san: move.toUpperCase(), children: [] })
  const root = node('')
  root.san = ''
  let parent = root
  let at = root
  const open: [StudyNode, StudyNode][] = []
  for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
    if (word === '(') {
      open.push([parent, at])
      at = parent
    } else if (word === ')') [parent, at] = open.pop()!
    else {
      const next = node(word)
      at.children.push(next)
      parent = at
      at = next
    }
  }
  return { variant: 'shrink', title: 'Shrink Chess', fen, tags: [], result: '*', root }
}

export function packed(text: string, fen = ''): Packed {
  return packGame(game(text, fen))
}

/** Returns the text of a game; the inverse of game. */
export function textOf(g: StudyGame): string {
  const line = (n: StudyNode): string => {
    const [first, ...others] = n.children
    if (!first) return ''
    return [first.move, ...others.map((o) => `(${[o.move, line(o)].filter(Boolean).join(' ')})`), line(first)]
      .filter(Boolean)
      .join(' ')
  }
  return line(g.root)
}
