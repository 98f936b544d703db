// A player's attempt at a puzzle. The solution is the only one, so a move is right if it is the
// one of the solution; the opponent's replies are those of the solution.

import { Exercise, type Around } from '../board/exercise.svelte'
import type { Color, Line, Verdict } from '../net/types'
import { solverColor, type Puzzle } from './puzzle'

export interface SolveOptions {
  /** Called once, when it is known whether the puzzle was solved: with the solver's moves. */
  decided?: (right: boolean, moves: string[]) => void
  /** Called after each right move of the solver. */
  right?: () => void
  /** The first wrong move ends the puzzle. */
  strict?: boolean
  /** The moves before the position; the puzzle's FEN is then the one that they begin from. */
  before?: readonly string[]
  /** The solver's color; without it the side to move in the FEN. */
  color?: Color
  /** Whether a move is as good as that of the solution. Without it only that one is right. */
  accepts?: (move: string, ply: number) => Promise<boolean>
  /** Finds the opponent's best answer at the end of a line, which has a wrong move. */
  refutes?: (line: Line) => Promise<string | undefined>
}

export class Solve extends Exercise {
  /** A wrong move has been played, or help was used: the puzzle counts as not solved. */
  failed = $state(false)
  /** A hint or the solution was shown. */
  helped = $state(false)
  #decided = false
  #made: string[] = [] // the solver's moves until it is decided

  constructor(
    readonly puzzle: Puzzle,
    private readonly options: SolveOptions,
    around: Around,
  ) {
    super({ ...puzzle, moves: options.before }, around)
    this.color = options.color ?? solverColor(puzzle.fen)
    this.strict = !!options.strict
  }

  override get solution(): readonly string[] {
    return this.puzzle.moves
  }
  /** Whether it was solved without a wrong move and without help. */
  get solved(): boolean {
    return this.phase === 'done' && !this.failed
  }

  /** Begins. failed: it counts as not solved already, for instance before a reload. */
  override begin(failed = this.failed): Promise<void> {
    if (failed) this.failed = this.#decided = true
    return super.begin()
  }

  protected override async judge(moves: string[]): Promise<Verdict> {
    const move = moves.at(-1)!
    if (!this.#decided) this.#made.push(move)
    const { ply, solution } = this
    if (move !== solution[ply]) return { state: (await this.options.accepts?.(move, ply)) ? 'done' : 'wrong' }
    return ply + 1 < solution.length ? { state: 'on', reply: solution[ply + 1] } : { state: 'done' }
  }
  protected override judged({ state }: Verdict): void {
    if (state === 'wrong') this.failed = true
    else this.options.right?.()
    if (state !== 'on') this.#decide(!this.failed)
  }
  protected override refute(): Promise<string | undefined> {
    return Promise.resolve(this.options.refutes?.(this.player.line))
  }
  protected override helps(): void {
    this.helped = this.failed = true
  }

  /** Plays the rest of the solution. */
  override async show(): Promise<void> {
    if (this.phase === 'done') return
    this.helps()
    this.#decide(false)
    await super.show()
  }
  /** Counts the puzzle as not solved, and ends it. */
  giveUp(): void {
    this.close()
    if (this.over) return
    this.failed = true
    this.#decide(false)
    this.phase = 'lost'
  }
  /** Shows the position after some moves of the solution, once the puzzle is over. */
  async go(ply: number): Promise<void> {
    if (this.over) await this.step(() => this.player.set(this.puzzle.moves, ply), false)
  }

  #decide(right: boolean): void {
    if (this.#decided) return
    this.#decided = true
    this.options.decided?.(right, this.#made)
  }
}
