// The PGN tags that a chapter can have.

import { tags as words } from '../text/studies'
import { share } from '../text/study'

/** The tags that the form offers; a chapter can have others. */
export const tagNames = ['White', 'WhiteElo', 'Black', 'BlackElo', 'Event', 'Site', 'Date', 'Round', 'Annotator']

/** Returns what a tag is called. */
export const tagLabel = (name: string): string => share.tags[name] ?? words.ratings[name] ?? name
