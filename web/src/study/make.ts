// Makes studies of games that the page has: all who have the link can read them.

import { write } from '../analysis/open'
import { newID } from '../net/api'
import { link } from '../net/links'
import type { StudyGame } from '../net/types'
import { studyApi } from './api'
import { newChapterID } from './names'
import type { NewSharedStudy } from './types'

async function make(name: string, what: Pick<NewSharedStudy, 'pgn' | 'variant' | 'chapters'>): Promise<string> {
  const { id } = await studyApi.create({ id: newID(), name: name.slice(0, 100), visibility: 'unlisted', ...what })
  return link('study', id)
}

/** Makes a study of an analysis, and returns its address. */
export const ofAnalysis = (name: string, game: StudyGame, flipped: boolean): Promise<string> =>
  make(name, { chapters: [{ chapter: newChapterID(), head: { name: name.slice(0, 100), flipped }, game }] })

/** Makes a study of the games of a text, which name their chapters, and returns its address. */
export const ofGames = async (name: string, games: readonly StudyGame[]): Promise<string> =>
  make(name, { pgn: (await Promise.all(games.map(write))).join('\n'), variant: games[0]!.variant })
