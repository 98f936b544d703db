// The PGN tags that an analysis or a chapter can have.

import type { StudyTag } from '../net/types'
import { tags as words } from './text'

/** The tags that the form offers; there can be others. */
export const tagNames = ['White', 'WhiteElo', 'Black', 'BlackElo', 'Event', 'Site', 'Date', 'Round', 'Annotator']

/** Tags to change, each by itself, of which an empty value removes one, and a new result. */
export interface TagsEdit {
  setTags?: StudyTag[]
  result?: '1-0' | '0-1' | '1/2-1/2' | '*'
}

/** Returns what a tag is called. */
export const tagLabel = (name: string): string => words.names[name] ?? name

/** Returns tags with some of them changed. */
export function changedTags(tags: readonly StudyTag[], set: readonly StudyTag[]): StudyTag[] {
  const all = new Map([...tags, ...set].map((t) => [t.name, t.value]))
  return Array.from(all, ([name, value]) => ({ name, value })).filter((t) => t.value)
}
