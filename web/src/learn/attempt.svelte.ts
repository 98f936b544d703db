// One step of a lesson: the learner's moves, the opponent's
// scripted answers, and what is to be said. Whether a move was right Go says.

import type { Color, LessonStep, Rules, Verdict } from '../lib/types'
import { LinePlayer } from './player.svelte'

/** open: a move is awaited; judging: it is being looked at; answering: the opponent's comes. */
export type Phase = 'open' | 'judging' | 'answering' | 'wrong' | 'done'

export interface AttemptOptions {
  rules: () => Rules
  judge: (step: LessonStep, moves: string[]) => Promise<Verdict>
  /** Waits until a move has been seen. */
  pause: () => Promise<void>
  /** Hears of every move that has been played. */
  played?: () => void
}

export class Attempt {
  readonly player: LinePlayer
  phase = $state<Phase>('open')
  /** The last verdict on a move of the learner. */
  verdict = $state.raw<Verdict | null>(null)
  /** What the learner's last move did, in sentences; with the answer to it. */
  narration = $state.raw<string[]>([])
  answer = $state.raw<{ san: string; narration: string[] } | null>(null)
  tries = $state(0)
  /** The learner saw the solution. */
  shown = $state(false)
  failed = $state('')
  #options: AttemptOptions
  #run = 0 // counts beginnings, so that what belongs to an earlier one is dropped

  constructor(
    readonly step: LessonStep,
    options: AttemptOptions,
  ) {
    this.#options = options
    this.player = new LinePlayer(options.rules, step.variant, step.fen, step.moves)
  }

  /** The side that the learner plays; known when the board is. */
  color = $state<Color | null>(null)

  /** The text, in HTML, that says why the last move was wrong. */
  get why(): string {
    const n = this.verdict?.why ?? 0
    return (n > 0 ? this.step.wrong?.[n - 1]?.text : undefined) ?? this.step.otherwise
  }

  async begin(): Promise<void> {
    const run = ++this.#run
    this.verdict = this.answer = null
    this.narration = []
    this.shown = false
    this.failed = ''
    this.phase = 'open'
    await this.player.reset()
    if (run !== this.#run) return
    this.color ??= this.player.view?.turn ?? null
  }

  /** The learner plays a move. */
  async play(text: string): Promise<void> {
    if (this.phase !== 'open') return
    const run = this.#run
    this.phase = 'judging'
    this.answer = null
    this.failed = ''
    if (!(await this.player.play(text)) || run !== this.#run) {
      if (run === this.#run) this.#fail(this.player.failed)
      return
    }
    this.#options.played?.()
    try {
      const verdict = await this.#options.judge(this.step, [...this.player.moves])
      if (run !== this.#run) return
      this.narration = this.player.view?.narration ?? []
      this.verdict = verdict
      if (verdict.state === 'done') this.phase = 'done'
      else if (verdict.state === 'wrong') {
        this.tries++
        this.phase = 'wrong'
      } else await this.#reply(run, verdict.reply!)
    } catch (e) {
      if (run !== this.#run) return
      await this.player.back()
      this.#fail((e as Error).message)
    }
  }

  async #reply(run: number, text: string): Promise<void> {
    this.phase = 'answering'
    await this.#options.pause()
    if (run !== this.#run) return
    if (!(await this.player.play(text))) {
      if (run === this.#run) this.#fail(this.player.failed)
      return
    }
    this.#options.played?.()
    this.answer = { san: this.player.view?.san ?? text, narration: this.player.view?.narration ?? [] }
    this.phase = 'open'
  }

  /** Takes a wrong move back. */
  async retry(): Promise<void> {
    if (this.phase !== 'wrong') return
    this.verdict = null
    this.narration = []
    this.phase = 'open'
    await this.player.back()
  }

  /** Plays the solution from the beginning of the step. */
  async show(): Promise<void> {
    await this.begin()
    const run = this.#run
    this.shown = true
    for (const [i, text] of (this.step.solution ?? []).entries()) {
      if (i % 2) continue // the opponent's moves come by themselves
      await this.#options.pause()
      if (run !== this.#run || this.phase !== 'open') return
      await this.play(text)
    }
  }

  #fail(why: string): void {
    this.failed = why
    this.phase = 'open'
  }

  /** Ends it: what comes later is of no interest any more. */
  close(): void {
    this.#run++
  }
}
