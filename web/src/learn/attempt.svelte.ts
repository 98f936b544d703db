// The learner's attempt at a step of a lesson. The rules judge the moves, and answer for the opponent.

import { Exercise, type Around } from '../board/exercise.svelte'
import type { BoardView, LessonStep, Verdict } from '../net/types'

export class Attempt extends Exercise {
  constructor(
    readonly of: LessonStep,
    around: Around,
    private readonly asked: (step: LessonStep, moves: string[]) => Promise<Verdict>,
  ) {
    super(of, around)
  }

  override get solution(): readonly string[] {
    return this.of.solution ?? []
  }
  /** The solution helps as long as the learner has played its moves. */
  override get hint(): string {
    return this.player.moves.every((m, i) => m === this.solution[i]) ? super.hint : ''
  }
  protected override first(start: BoardView): Verdict {
    this.color ??= start.turn
    return { state: 'on' }
  }
  protected override judge(moves: string[]): Promise<Verdict> {
    return this.asked(this.of, moves)
  }

  /** Why the last move was wrong, in HTML. */
  get why(): string {
    const n = this.verdict?.why ?? 0
    return (n > 0 ? this.of.wrong?.[n - 1]?.text : undefined) ?? this.of.otherwise
  }
}
