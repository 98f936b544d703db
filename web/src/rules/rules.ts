// The rules of the variants. They are written in Go and run in the page as WebAssembly.
// Until that is loaded, or if it fails to load, the server answers; if it cannot, the call
// waits for the rules.

import { say, sayAll } from '../net/sentences.text'
import { ApiError, call } from '../net/api'
import type { Engine } from './wasm'
import type {
  BoardView,
  Choices,
  Draft,
  DraftEdit,
  DraftState,
  LessonStep,
  Line,
  Premoves,
  Preview,
  Rules,
  Verdict,
} from '../net/types'

let engine: Engine | undefined
let loading: Promise<void> | undefined

/** Loads the rules into the page, once. If that fails, the server answers, and the next call retries. */
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

/** Reports whether the rules are in the page, so that calling them is cheap. */
export function haveRules(): boolean {
  return engine !== undefined
}

/** Returns the rules, in the page or on the server. Error messages are for users. */
export function rules(): Rules {
  return {
    views: (line, from) =>
      ask<BoardView[]>(
        (e) => e.views(line.variant, line.fen, line.moves.join(' '), from),
        async () => (await call('POST', '/views', { body: { ...body(line), from } })).views,
      ),
    choices: (line) =>
      ask<Choices>(
        (e) => e.choices(line.variant, line.fen, line.moves.join(' ')),
        () => call('POST', '/choices', { body: body(line) }),
      ),
    preview: (line, move) =>
      ask<Preview>(
        (e) => e.preview(line.variant, line.fen, line.moves.join(' '), move),
        () => call('POST', '/preview', { body: { ...body(line), move } }),
      ),
    check: (variant, fen) =>
      ask<BoardView>(
        (e) => e.check(variant, fen),
        async () => (await call('POST', '/views', { body: { variant, fen, moves: [], from: 0 } })).views[0]!,
      ),
  }
}

/**
 * Judges the learner's last move in a step of a lesson. game and number, which counts from
 * 1, name the step for the server; moves are all moves played in the step.
 */
export function judge(game: string, number: number, step: LessonStep, moves: string[]): Promise<Verdict> {
  return ask<Verdict>(
    (e) => e.judge(step.variant, JSON.stringify(step), moves.join(' ')),
    () => call('POST', '/learn/{variant}/judge', { path: { variant: game }, body: { step: number, moves } }),
  )
}

/** The rules did not load, and the server does not offer the function. */
export class RulesMissing extends Error {}

/**
 * Calls the rules in the page, which it loads first, for what the server does not offer. Error messages are for users.
 */
export async function askHere<T>(here: (e: Engine) => string): Promise<T> {
  await loadRules()
  return ask<T>(here, () => Promise.reject(new RulesMissing()))
}

/** Returns the premoves that can become legal at the end of a line, once the rules are in the page. */
export function premovesOf(line: Line): Promise<Premoves> {
  return askHere((e) => e.premoves(line.variant, line.fen, line.moves.join(' ')))
}

/** Returns the plies of a line whose move makes a rank or a file collapse, once the rules are in the page. */
export function collapsesOf(line: Line): Promise<number[]> {
  return askHere((e) => e.collapses(line.variant, line.fen, line.moves.join(' ')))
}

/** Returns why no legal move goes from one square to another at the end of a line. */
export function refusal(line: Line, from: string, to: string): Promise<string> {
  return askHere<string>((e) => e.refusal(line.variant, line.fen, line.moves.join(' '), from, to)).then(say)
}

/** Returns how a game ends if the side to move at the end of a line runs out of time. */
export function timeoutOf(line: Line): Promise<{ result: string; reason: string }> {
  return askHere((e) => e.timeout(line.variant, line.fen, line.moves.join(' ')))
}

/** Edits a draft of a position. */
export function draft(state: DraftState, edit: DraftEdit): Promise<Draft> {
  return ask<Draft>(
    (e) => e.draft(JSON.stringify(state), JSON.stringify(edit)),
    () => call('POST', '/draft', { body: { state, edit } }),
  )
}

/** Returns a line without other properties, which the server would reject. */
function body(line: Line): Line {
  return { variant: line.variant, fen: line.fen, moves: line.moves }
}

async function ask<T>(here: (e: Engine) => string, there: () => Promise<T>): Promise<T> {
  if (!engine) {
    try {
      return await there()
    } catch (e) {
      // Without a network the rules may still be in this browser.
      if (!(e instanceof ApiError) || e.status > 0) throw e
      await loadRules()
      if (!engine) throw e
    }
  }
  let text: string
  try {
    text = here(engine)
  } catch (e) {
    // The program has ended, perhaps out of memory. Only a reload restarts it.
    engine = undefined
    console.warn('the rules have stopped; the server answers instead:', e)
    return there()
  }
  const answer = JSON.parse(text) as { ok: T } | { error: string }
  if ('error' in answer) throw new Error(say(answer.error))
  return sayAll(answer.ok)
}
