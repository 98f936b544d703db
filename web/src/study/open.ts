// How a study comes onto the desk.

import { askHere } from '../lib/rules'
import type { StudyGame, StudyReading } from './types'

/** A game without moves. */
export function blank(variant: string, title: string, fen = ''): StudyGame {
  return { variant, title, fen, tags: [], result: '*', root: { move: '', san: '', children: [] } }
}

/** Reads the games of a text; fixes are corrections such as "1#15...Kb4". */
export function read(variant: string, text: string, fixes: string[] = [], fen = ''): Promise<StudyReading> {
  return askHere<StudyReading>((e) => e.read(variant, fen, text, fixes.join('\n')))
}

/** Writes a game as PGN. */
export function write(game: StudyGame): Promise<string> {
  return askHere<string>((e) => e.write(JSON.stringify(game)))
}
