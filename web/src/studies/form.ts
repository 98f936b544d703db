// What a new chapter is made of.

import { api, ApiError, errorText, pgnAddress } from '../lib/api'
import { rules } from '../lib/rules'
import type { StudyLeftOut } from '../lib/types'
import { form as words } from '../text/studies'
import { gameOf, newChapterID } from './names'
import type { HeadEdit } from './types'

export type Way = 'board' | 'fen' | 'pgn' | 'game'
export interface ChapterForm {
  way: Way
  name: string
  variant: string
  fen: string
  pgn: string
  game: string
  find: boolean
  flipped: boolean
}
export const newForm = (variant = 'shrink'): ChapterForm => ({ way: 'board', name: '', variant, fen: '', pgn: '', game: '', find: false, flipped: false })

/** What to add: a chapter without moves, or the games of a PGN. */
export type Made = { chapter: string; head: HeadEdit; title: string } | { pgn: string; variant: string }

/** Checks a form. Throws an error for users. Number is that of the chapter. */
export async function make(f: ChapterForm, number: number): Promise<Made> {
  if (f.way === 'pgn') return { pgn: f.pgn, variant: f.variant }
  if (f.way === 'game') {
    const id = gameOf(f.game)
    if (!id) throw new Error(words.gameWrong)
    const { game } = await api.game(id)
    const answer = await fetch(pgnAddress(id))
    if (!answer.ok) throw new Error(words.gameWrong)
    return { pgn: await answer.text(), variant: game.variant }
  }
  const fen = f.way === 'fen' ? f.fen.trim() : ''
  if (fen) await rules().check(f.variant, fen)
  const { title } = await api.variant(f.variant)
  const head: HeadEdit = {
    name: f.name.trim() || words.chapterName(number),
    variant: f.variant,
    ...(fen && { fen }),
    flipped: f.flipped,
    mode: f.find ? 'find' : '',
  }
  return { chapter: newChapterID(), head, title }
}

/** Returns why something failed, for users. */
export const failure = (e: unknown): string => words.failed(e instanceof ApiError && e.status === 0 ? words.offline : errorText(e))

/** What was left out of an imported text. */
export interface Imported {
  text: string
  left: StudyLeftOut
  /** None of its games could be read. */
  none?: boolean
}

/** Returns what was left out of a text, if something failed because none of its games could be read. */
export const unread = (e: unknown, text: string): Imported | null => (e instanceof ApiError && e.leftOut ? { text, left: e.leftOut, none: true } : null)
