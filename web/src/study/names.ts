// Names of new chapters, and the IDs that pages choose.

import { newID } from '../net/api'
import type { StudyGame } from '../net/types'

/** Returns the ID of a new chapter; those of studies are longer. */
export const newChapterID = (): string => newID().slice(0, 10)

/** Returns the ID of the game that a link or a text names, or ''. */
export function gameOf(text: string): string {
  const found = /(?:^|\/game\/)([\w-]{1,64})\/?(?:[?#].*|analysis\/?)?$/.exec(text.trim())
  return found?.[1] ?? ''
}

/** Returns a game that becomes a chapter of a name, if that is not empty. */
export function named(game: StudyGame, name: string): StudyGame {
  const tag = { name: 'ChapterName', value: name.trim() }
  return tag.value ? { ...game, tags: [tag, ...game.tags.filter((t) => t.name !== tag.name)] } : game
}

/** Returns topics that are typed with commas between them. */
export const topicsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]+/)
      .map((t) => t.trim().replace(/\s+/g, ' ').toLowerCase())
      .filter(Boolean),
  ),
]
