// The study that the address of a page names.

import { link, query } from '../net/links'
import type { StudyInfo } from './storage'

export type Source =
  | { kind: 'choose' }
  | { kind: 'game'; id: string; ply?: number } // after so many of its moves
  | { kind: 'stored'; id: string }
  | { kind: 'packed'; variant: string; text: string } // the game is in the link
  | { kind: 'line'; variant: string; fen: string; moves: string[] }

/** Returns the source of the study at an address; game and variant come from its path. */
export function sourceOf(
  variant: string | undefined,
  game: string | undefined,
  query: URLSearchParams,
  hash: string,
): Source {
  if (game) {
    const ply = query.get('ply')
    return { kind: 'game', id: game, ...(ply && /^\d{1,4}$/.test(ply) ? { ply: Number(ply) } : {}) }
  }
  const id = query.get('study')
  if (id) return { kind: 'stored', id }
  if (!variant) return { kind: 'choose' }
  if (hash.startsWith('#g=')) return { kind: 'packed', variant, text: hash.slice(3) }
  const moves = (query.get('moves') ?? '').split(/[_ ,]+/).filter(Boolean)
  return { kind: 'line', variant, fen: query.get('fen')?.trim() ?? '', moves }
}

/** Returns the ID of a game's study. */
export function gameStudyID(id: string): string {
  return `game-${id}`
}

/** Returns the address of a stored study. */
export function studyAddress(k: StudyInfo): string {
  return k.game ? link('gameAnalysis', k.game) : link('analysis', k.variant) + query({ study: k.id })
}

/** Returns the address of the user's analyses in the library. */
export const analyses = (): string => link('studies') + query({ list: 'mine' })
