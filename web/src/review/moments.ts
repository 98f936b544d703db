// What a review says, in the order and the words of the page.

import { arrowsOf } from '../board/arrows'
import type { DrawnArrow } from '../board/Shapes.svelte'
import { review as words, score } from './text'
import type { BoardView, Color, ReviewMove, ReviewPoint, ReviewReport } from '../net/types'
import { displaySan, numbered, spokenSan } from '../ui/moves.svelte'

/** A move of which there is something to be said. */
export interface Moment {
  move: ReviewMove
  /** What was better, from the position before the move. */
  better: ReviewPoint
  text: string
}

/** A mark that goes to a move in a list of moves. */
export interface Mark {
  ply: number
  nag: number
  text: string
}

/** The moments of a game in order: moves that lost chances, and mates that were missed. */
export function moments(r: ReviewReport): Moment[] {
  return r.moves
    .filter((m) => m.nag || m.missed)
    .map((move) => {
      const better = r.points[move.ply - 1]!
      return { move, better, text: words.moment(move, better, r.points[move.ply]!) }
    })
}

/**
 * The moment that decided a game: where the side that lost, or with none the given one, lost most; undefined if no move
 * lost much.
 */
export function decided(r: ReviewReport, result: string | undefined, color: Color | null): Moment | undefined {
  const whose = result === '1-0' ? 'black' : result === '0-1' ? 'white' : color
  return moments(r)
    .filter((m) => m.move.nag && m.better.pv[0] && (!whose || m.move.color === whose))
    .reduce<Moment | undefined>((worst, m) => (worst && worst.move.loss >= m.move.loss ? worst : m), undefined)
}

/** What was better than the next move of the game, as an arrow, if that was a mistake. */
export function arrowAt(r: ReviewReport, ply: number, view: BoardView | undefined): DrawnArrow[] {
  return view && r.moves[ply]?.nag ? arrowsOf(r.points[ply]!.pv.slice(0, 1), 'engine', view) : []
}

/** The marks that lists of moves can show. */
export function marks(r: ReviewReport): Mark[] {
  return moments(r).flatMap(({ move, text }) => (move.nag ? [{ ply: move.ply, nag: move.nag, text }] : []))
}

/** The signs of the marks by NAG. */
export const signs: Record<number, string> = { 6: '?!', 2: '?', 4: '??' }

/** A move with its number and its sign: “12… Nf6?”. */
export function named(m: ReviewMove): string {
  return numbered(m, displaySan(m.san) + (signs[m.nag ?? 0] ?? ''))
}

/** Describes a position of the graph for screen readers. */
export function spoken(r: ReviewReport, ply: number): string {
  const point = r.points[ply]
  if (!point) return ''
  const move = r.moves[ply - 1]
  const verdict = move?.nag ? words.kind[move.nag] : ''
  return [move ? numbered(move, spokenSan(move.san)) : words.start, verdict, score.spoken(point)]
    .filter(Boolean)
    .join(', ')
}
