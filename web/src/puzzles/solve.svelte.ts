// A player's attempt at a puzzle. The solution is the only one, so a move is right if it is the
// one of the solution; the opponent's replies are those of the solution.

import { LinePlayer } from '../learn/player.svelte'
import type { Line, Rules } from '../lib/types'
import { solverColor, type Puzzle } from './puzzle'

/**
 * open: it is the solver's turn; busy: a move is being played; answering: the opponent is about
 * to move; wrong: a wrong move is on the board and about to be taken back; done: solved, or
 * shown to the end; lost: a wrong move has ended the puzzle, where it counts at once.
 */
export type Phase = 'open' | 'busy' | 'answering' | 'wrong' | 'done' | 'lost'

export interface SolveOptions {
  rules: () => Rules
  /** Returns why no legal move goes from one square to another. */
  refusal: (line: Line, from: string, to: string) => Promise<string>
  /** Waits until the user has seen a move. */
  pause: (why: 'reply' | 'wrong') => Promise<void>
  /** Called after every move. */
  played?: () => void
  /** Called once, when it is known whether the puzzle was solved: with the solver's moves. */
  decided?: (right: boolean, moves: string[]) => void
  /** Called after each right move of the solver. */
  right?: () => void
  /** The first wrong move ends the puzzle. */
  strict?: boolean
  /** The moves before the position; the puzzle's FEN is then the one that they begin from. */
  before?: readonly string[]
  /** The solver's color; without it the side to move in the FEN. */
  color?: 'white' | 'black'
  /** Whether a move is as good as that of the solution. Without it only that one is right. */
  accepts?: (move: string, ply: number) => Promise<boolean>
}

export interface Said {
  san: string
  narration: string[]
}

export class Solve {
  readonly player: LinePlayer
  readonly color: 'white' | 'black'
  phase = $state<Phase>('busy')
  /** The moves of the solution that have been played. */
  ply = $state(0)
  /** A wrong move has been played, or help was used: the puzzle counts as not solved. */
  failed = $state(false)
  /** A hint or the solution was shown. */
  helped = $state(false)
  /** The solution was shown. */
  shown = $state(false)
  /** The square of the piece that moves, by name; empty without a hint. */
  hint = $state('')
  /** The last wrong move. */
  wrong = $state.raw<Said | null>(null)
  /** The last right move, and the reply to it. */
  right = $state.raw<Said | null>(null)
  reply = $state.raw<Said | null>(null)
  /** Why the move that was just tried is not legal. */
  refusal = $state('')
  /** Why the rules have failed, or empty. */
  fault = $state('')
  #run = 0
  #decided = false
  #made: string[] = [] // the solver's moves until it is decided

  constructor(
    readonly puzzle: Puzzle,
    private readonly options: SolveOptions,
  ) {
    this.player = new LinePlayer(options.rules, puzzle.variant, puzzle.fen, options.before)
    this.color = options.color ?? solverColor(puzzle.fen)
  }

  /** Whether the puzzle is over. */
  get over(): boolean {
    return this.phase === 'done' || this.phase === 'lost'
  }
  /** Whether it was solved without a wrong move and without help. */
  get solved(): boolean {
    return this.phase === 'done' && !this.failed
  }

  /** Loads the position. failed: it counts as not solved already, for instance before a reload. */
  async begin(failed = false): Promise<void> {
    const run = ++this.#run
    if (failed) this.failed = this.#decided = true
    this.fault = ''
    if (await this.player.load()) {
      if (run === this.#run) this.phase = 'open'
    } else if (run === this.#run) this.fault = this.player.failed
  }

  /** Plays a move of the solver, in UCI. */
  async play(text: string): Promise<void> {
    if (this.phase !== 'open') return
    const run = this.#run
    this.phase = 'busy'
    this.refusal = ''
    this.wrong = null
    if (!this.#decided) this.#made.push(text)
    const expected = this.puzzle.moves[this.ply]
    if (!(await this.#move(run, text))) return
    const said = this.#said(text)
    let right = text === expected
    if (!right && this.options.accepts) {
      right = await this.options.accepts(text, this.ply)
      if (run !== this.#run) return
    }
    if (!right) return this.#refuse(run, said)
    this.hint = ''
    this.right = said
    this.ply++
    this.options.right?.()
    if (text !== expected || this.ply === this.puzzle.moves.length) {
      this.#decide(!this.failed)
      this.phase = 'done'
      return
    }
    await this.#answer(run)
  }

  async #answer(run: number): Promise<void> {
    this.phase = 'answering'
    await this.options.pause('reply')
    const text = this.puzzle.moves[this.ply]!
    if (run !== this.#run || !(await this.#move(run, text))) return
    this.reply = this.#said(text)
    this.ply++
    this.phase = 'open'
  }

  async #refuse(run: number, said: Said): Promise<void> {
    this.wrong = said
    this.failed = true
    this.#decide(false)
    if (this.options.strict) {
      this.phase = 'lost'
      return
    }
    this.phase = 'wrong'
    await this.options.pause('wrong')
    if (run === this.#run) await this.takeBack()
  }

  /** Takes a wrong move back. */
  async takeBack(): Promise<void> {
    if (this.phase !== 'wrong') return
    this.phase = 'busy'
    const run = this.#run
    if (!(await this.player.back()) && run === this.#run) this.fault = this.player.failed
    if (run === this.#run) this.phase = 'open'
  }

  /** Shows which piece moves. */
  giveHint(): void {
    if (this.phase !== 'open') return
    this.helped = this.failed = true
    this.hint = fromOf(this.puzzle.moves[this.ply]!)
  }

  /** Plays the rest of the solution. */
  async show(): Promise<void> {
    if (this.phase === 'done') return
    const run = ++this.#run
    this.helped = this.shown = this.failed = true
    this.#decide(false)
    this.hint = this.refusal = ''
    this.wrong = null
    this.phase = 'answering'
    // A wrong move may be on the board, or half of an answer.
    if (!(await this.player.set(this.puzzle.moves.slice(0, this.ply))) && run === this.#run) this.fault = this.player.failed
    while (this.ply < this.puzzle.moves.length) {
      if (this.ply > 0) await this.options.pause('reply')
      const text = this.puzzle.moves[this.ply]!
      if (run !== this.#run || !(await this.#move(run, text))) return
      const said = this.#said(text)
      if (this.ply % 2) this.reply = said
      else this.right = said
      this.ply++
    }
    this.phase = 'done'
  }

  /** Counts the puzzle as not solved, and ends it. */
  giveUp(): void {
    this.#run++
    if (this.over) return
    this.failed = true
    this.#decide(false)
    this.phase = 'lost'
  }

  /** Shows the position after some moves of the solution, once the puzzle is over. */
  async step(ply: number): Promise<void> {
    if (!this.over) return
    if (await this.player.set(this.puzzle.moves, ply)) this.options.played?.()
  }

  /** Says why no legal move goes from one square to another. */
  async refuse(from: string, to: string): Promise<void> {
    if (this.phase !== 'open') return
    const run = this.#run
    const moves = this.player.moves
    try {
      const why = await this.options.refusal(this.player.line, from, to)
      if (run === this.#run && this.phase === 'open' && moves === this.player.moves) this.refusal = why
    } catch {
      // Without the rules in the page nothing says why.
    }
  }

  /** Ends the attempt: later results are ignored. */
  close(): void {
    this.#run++
  }

  async #move(run: number, text: string): Promise<boolean> {
    if (await this.player.play(text)) {
      if (run !== this.#run) return false
      this.options.played?.()
      return true
    }
    if (run === this.#run) {
      this.fault = this.player.failed
      this.phase = 'open'
    }
    return false
  }

  #said(text: string): Said {
    const view = this.player.view
    return { san: view?.san ?? text, narration: view?.narration ?? [] }
  }

  #decide(right: boolean): void {
    if (this.#decided) return
    this.#decided = true
    this.options.decided?.(right, this.#made)
  }
}

/** The name of the square that a move begins on. */
export const fromOf = (move: string): string => /^[a-z]\d*/.exec(move)?.[0] ?? ''
