// The moves and offers that the events of a game add up to. Only the rules know what is
// legal and what a move does.

import type { Event, Game, Seat, Color } from '../net/types'

/** A move that was played. */
export interface Played {
  move: string // in UCI
  san: string
  color: Color
  at: number // ms since 1970, by the server's clock
  clocks?: number[] // both sides' time after the move in ms, White's first
}

/** The unanswered offers. */
export interface Offers {
  draw?: Color // by which color
  takeback?: { color: Color; plies: number }
  rematch?: Color
}

export interface GameRecord {
  moves: Played[]
  offers: Offers
}

export const emptyRecord: GameRecord = { moves: [], offers: {} }

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/** Returns the color of a piece, given by its FEN letter. */
export const colorOf = (piece: string): Color => (piece === piece.toUpperCase() ? 'white' : 'black')

/** Returns the record after an event. */
export function applyEvent({ moves, offers }: GameRecord, e: Event): GameRecord {
  const { draw, ...noDraw } = offers
  const { takeback, ...noTakeback } = offers
  const { rematch, ...noRematch } = offers
  switch (e.kind) {
    case 'move': {
      // A move declines the opponent's offers. The player's own draw offer stands; a
      // takeback was about another position.
      const left = offers.draw === e.color ? noTakeback : {}
      return {
        moves: [...moves, { move: e.move!, san: e.san ?? e.move!, color: e.color!, at: e.at, clocks: e.clocks }],
        offers: left,
      }
    }
    case 'takeback':
      return { moves: moves.slice(0, Math.max(0, moves.length - (e.plies ?? 1))), offers: {} }
    case 'draw-offer':
      return { moves, offers: { ...offers, draw: e.color } }
    case 'draw-decline':
      return { moves, offers: noDraw }
    case 'takeback-offer':
      return { moves, offers: { ...offers, takeback: { color: e.color!, plies: e.plies ?? 1 } } }
    case 'takeback-decline':
      return { moves, offers: noTakeback }
    case 'rematch-offer':
      return { moves, offers: { ...offers, rematch: e.color } }
    case 'rematch-decline':
    case 'rematch':
      return { moves, offers: noRematch }
    case 'end':
      return { moves, offers: {} }
    default:
      return { moves, offers }
  }
}

/** Returns the game after an event, until the server's next summary. */
export function updateGame(game: Game, e: Event): Game {
  const next: Game = { ...game, updated: e.at }
  switch (e.kind) {
    case 'join': {
      const seat: Seat = { name: '', ...e.seat, taken: true }
      if (e.color === 'white') next.white = seat
      else next.black = seat
      if (next.white.taken && next.black.taken && next.status === 'waiting') next.status = 'live'
      break
    }
    case 'move':
      next.ply++
      next.turn = other(e.color!)
      next.last = e.move
      break
    case 'takeback':
      next.ply -= e.plies ?? 1
      if ((e.plies ?? 1) % 2 === 1) next.turn = other(next.turn)
      break
    case 'rematch':
      next.next = e.next
      break
    case 'berserk':
      next[e.color!] = { ...next[e.color!], ...{ berserk: true } }
  }
  if (e.reason || e.result) {
    next.status = 'finished'
    next.result = e.result || '*'
    next.reason = e.reason
  }
  return next
}
