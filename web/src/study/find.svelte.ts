// An attempt at a chapter whose moves are to be found: the main line has the right moves, variations
// have answers to wrong ones.

import { Exercise, type Around } from '../board/exercise.svelte'
import type { BoardView, Color, Verdict } from '../net/types'
import { nodeAt, type MoveNode } from './model'

export class Find extends Exercise {
  /** The last right move was shown. */
  helped = $state(false)
  #first = $state(0) // the plies before the solver's first move: 0 or 1
  #tried = $state('')

  constructor(
    head: { variant: string; fen?: string },
    /** The moves of the chapter as they are now. */
    private readonly moves: () => MoveNode,
    color: Color,
    around: Around,
  ) {
    super({ variant: head.variant, fen: head.fen }, around)
    this.color = color
  }

  /** The main line. */
  get line(): MoveNode[] {
    const out: MoveNode[] = []
    for (let n = this.moves().children[0]; n; n = n.children[0]) out.push(n)
    return out
  }
  override get solution(): readonly string[] {
    return this.line.map((n) => n.move)
  }
  /** The node whose position is on the board, or was before a wrong move. */
  get here(): MoveNode {
    return (this.ply ? this.line[this.ply - 1] : undefined) ?? this.moves()
  }
  /** The answer to a wrong move: what is said of it in a variation. */
  get answer(): MoveNode | undefined {
    return this.phase === 'wrong' ? nodeAt(this.here, [this.#tried]) : undefined
  }
  /** How many moves are found, and how many there are to find. */
  get progress(): { done: number; of: number } {
    const first = this.#first
    const of = Math.ceil((this.line.length - first) / 2)
    return { done: Math.min(of, Math.ceil(Math.max(0, this.ply - first) / 2)), of }
  }
  /** A hint in words takes the place of the square. */
  override get hint(): string {
    return this.here.hint ? '' : super.hint
  }

  protected override first({ turn }: BoardView): Verdict {
    this.#first = turn === this.color ? 0 : 1
    return this.#follow(0, this.#first === 1)
  }
  protected override judge(moves: string[]): Verdict {
    this.#tried = this.player.view?.move ?? moves.at(-1)!
    return this.#tried === this.solution[this.ply] ? this.#follow(this.ply + 1, true) : { state: 'wrong' }
  }
  /** Returns what follows some plies of the main line, the next of which may be a reply. */
  #follow(ply: number, replies: boolean): Verdict {
    const reply = replies ? this.solution[ply] : undefined
    return { state: this.solution[reply === undefined ? ply : ply + 1] === undefined ? 'done' : 'on', reply }
  }
  protected override judged(): void {
    this.helped = false
  }

  /** Plays the move that is to be found. */
  override async show(): Promise<void> {
    await super.show(false)
    this.helped = true
  }
}
