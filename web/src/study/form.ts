// What a new chapter is made of.

import { call, errorText, pgnAddress } from '../net/api'
import { rules } from '../rules/rules'
import { form as words } from './text'
import { gameOf, newChapterID } from './names'
import type { HeadEdit } from './types'

export type Way = 'board' | 'fen' | 'pgn' | 'game'
export interface ChapterForm {
  way: Way
  name: string
  variant: string
  fen: string
  game: string
  find: boolean
  flipped: boolean
}
export const newForm = (variant = 'shrink'): ChapterForm => ({
  way: 'board',
  name: '',
  variant,
  fen: '',
  game: '',
  find: false,
  flipped: false,
})

/** What to add: a chapter without moves, or a game of this server. */
export type Made = { chapter: string; head: HeadEdit; title: string } | { pgn: string; variant: string }

/** Checks a form. Throws an error for users. Number is that of the chapter. */
export async function make(f: ChapterForm, number: number): Promise<Made> {
  if (f.way === 'game') {
    const id = gameOf(f.game)
    if (!id) throw new Error(words.gameWrong)
    const { game } = await call('GET', '/games/{id}', { path: { id } })
    const answer = await fetch(pgnAddress(id))
    if (!answer.ok) throw new Error(words.gameWrong)
    return { pgn: await answer.text(), variant: game.variant }
  }
  const fen = f.way === 'fen' ? f.fen.trim() : ''
  if (fen) await rules().check(f.variant, fen)
  const { title } = await call('GET', '/variants/{name}', { path: { name: f.variant } })
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
export const failure = (e: unknown): string => words.failed(errorText(e))
