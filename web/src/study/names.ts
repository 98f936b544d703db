// Names of new chapters, and the IDs that pages choose.

import { newID } from '../net/api'

/** Returns the ID of a new chapter; those of studies are longer. */
export const newChapterID = (): string => newID().slice(0, 10)

/** Returns the ID of the game that a link or a text names, or ''. */
export function gameOf(text: string): string {
  const found = /(?:^|\/game\/)([\w-]{1,64})\/?(?:[?#].*|analysis\/?)?$/.exec(text.trim())
  return found?.[1] ?? ''
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
