// The rules of the games. They are written in Go and run here as WebAssembly;
// until that is loaded, or if it cannot be, the server answers. Nothing on this
// side knows what is legal.

import { call } from './api'
import type { BoardView, Choices, Draft, DraftEdit, DraftState, LessonStep, Line, Preview, Rules, Verdict } from '../lib/types'

/** What cmd/wane-wasm offers: each function returns JSON, {ok} or {error}. */
export interface Engine {
  views(variant: string, fen: string, moves: string, from: number): string
  choices(variant: string, fen: string, moves: string): string
  preview(variant: string, fen: string, moves: string, move: string): string
  check(variant: string, fen: string): string
  judge(variant: string, step: string, moves: string): string
  read(variant: string, fen: string, text: string, fixes: string): string
  write(game: string): string
  draft(state: string, edit: string): string
}

let engine: Engine | undefined
let loading: Promise<void> | undefined

/**
 * Loads the rules into the page, once. It never fails: without them the server
 * goes on answering, and the next call tries again.
 */
export function loadRules(): Promise<void> {
  loading ??= import('./wasm')
    .then((m) => m.startEngine())
    .then((e) => {
      engine = e
    })
    .catch((e: unknown) => {
      loading = undefined
      console.warn('the rules could not be loaded; the server answers instead:', e)
    })
  return loading
}

/** Whether the rules are in the page, so that asking them costs next to nothing. */
export function haveRules(): boolean {
  return engine !== undefined
}

/** The rules, wherever they are. Errors carry in words what is wrong. */
export function rules(): Rules {
  return {
    views: (line, from) =>
      ask<BoardView[]>(
        (e) => e.views(line.variant, line.fen, line.moves.join(' '), from),
        async () => (await call<{ views: BoardView[] }>('POST', '/views', { ...body(line), from })).views,
      ),
    choices: (line) =>
      ask<Choices>(
        (e) => e.choices(line.variant, line.fen, line.moves.join(' ')),
        () => call('POST', '/choices', body(line)),
      ),
    preview: (line, move) =>
      ask<Preview>(
        (e) => e.preview(line.variant, line.fen, line.moves.join(' '), move),
        () => call('POST', '/preview', { ...body(line), move }),
      ),
    check: (variant, fen) =>
      ask<BoardView>(
        (e) => e.check(variant, fen),
        async () => (await call<{ views: BoardView[] }>('POST', '/views', { variant, fen, moves: [], from: 0 })).views[0]!,
      ),
  }
}

/**
 * Judges the learner's last move in a step of a lesson. Of the step, which is
 * that with the number, from 1, in the lesson of a game, all moves are given that
 * were played in it.
 */
export function judge(game: string, number: number, step: LessonStep, moves: string[]): Promise<Verdict> {
  return ask<Verdict>(
    (e) => e.judge(step.variant, JSON.stringify(step), moves.join(' ')),
    () => call('POST', `/learn/${encodeURIComponent(game)}/judge`, { step: number, moves }),
  )
}

/** That the rules cannot be had in the page, where no server can stand in for them. */
export class RulesMissing extends Error {}

/** Asks the rules what only the page's own can answer: it waits for them. Errors say in words what is wrong. */
export async function askHere<T>(here: (e: Engine) => string): Promise<T> {
  await loadRules()
  return ask<T>(here, () => Promise.reject(new RulesMissing()))
}

/** Makes an edit of a position that is being set up. */
export function draft(state: DraftState, edit: DraftEdit): Promise<Draft> {
  return ask<Draft>(
    (e) => e.draft(JSON.stringify(state), JSON.stringify(edit)),
    () => call('POST', '/draft', { state, edit }),
  )
}

/** Only what the server knows: a line may come with more. */
function body(line: Line): Line {
  return { variant: line.variant, fen: line.fen, moves: line.moves }
}

async function ask<T>(here: (e: Engine) => string, there: () => Promise<T>): Promise<T> {
  if (!engine) return there()
  let text: string
  try {
    text = here(engine)
  } catch (e) {
    // The program has ended, for want of memory perhaps. It does not come back
    // before the page is loaded anew.
    engine = undefined
    console.warn('the rules have stopped; the server answers instead:', e)
    return there()
  }
  const answer = JSON.parse(text) as { ok: T } | { error: string }
  if ('error' in answer) throw new Error(answer.error)
  return answer.ok
}
