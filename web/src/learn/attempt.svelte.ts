// The learner's attempt at a step of a lesson, with the scripted answers of the opponent. The
// rules judge the moves.

import type { Color, LessonStep, Line, Rules, Verdict } from '../lib/types'
import { LinePlayer } from './player.svelte'

/** open: it is the learner's turn; judging: the move is being judged; answering: the opponent is about to move. */
export type Phase = 'open' | 'judging' | 'answering' | 'wrong' | 'done'

export interface AttemptOptions {
  rules: () => Rules
  judge: (step: LessonStep, moves: string[]) => Promise<Verdict>
  /** Returns why no legal move goes from one square to another. */
  refusal: (line: Line, from: string, to: string) => Promise<string>
  /** Waits until the user has seen a move. */
  pause: () => Promise<void>
  /** Called after every move. */
  played?: () => void
}

export class Attempt {
  readonly player: LinePlayer
  phase = $state<Phase>('open')
  /** The verdict on the learner's last move. */
  verdict = $state.raw<Verdict | null>(null)
  /** What the learner's last move did, in sentences. */
  narration = $state.raw<string[]>([])
  answer = $state.raw<{ san: string; narration: string[] } | null>(null)
  tries = $state(0)
  /** The solution was shown. */
  shown = $state(false)
  failed = $state('')
  /** Why the move that the learner has just tried is not legal, or empty. */
  refusal = $state('')
  #options: AttemptOptions
  #run = 0 // counts the runs, so that results of earlier ones are ignored

  constructor(
    readonly step: LessonStep,
    options: AttemptOptions,
  ) {
    this.#options = options
    this.player = new LinePlayer(options.rules, step.variant, step.fen, step.moves)
  }

  /** The learner's color; null until the board is loaded. */
  color = $state<Color | null>(null)

  /** Why the last move was wrong, in HTML. */
  get why(): string {
    const n = this.verdict?.why ?? 0
    return (n > 0 ? this.step.wrong?.[n - 1]?.text : undefined) ?? this.step.otherwise
  }

  async begin(): Promise<void> {
    const run = ++this.#run
    this.verdict = this.answer = null
    this.narration = []
    this.shown = false
    this.failed = this.refusal = ''
    this.phase = 'open'
    await this.player.reset()
    if (run !== this.#run) return
    this.color ??= this.player.view?.turn ?? null
  }

  /** Plays a move of the learner, in UCI. */
  async play(text: string): Promise<void> {
    if (this.phase !== 'open') return
    const run = this.#run
    this.phase = 'judging'
    this.answer = null
    this.failed = this.refusal = ''
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

  /** Says why no legal move goes from one square to another. */
  async refuse(from: string, to: string): Promise<void> {
    if (this.phase !== 'open') return
    const run = this.#run
    const moves = this.player.moves
    try {
      const why = await this.#options.refusal(this.player.line, from, to)
      if (run === this.#run && this.phase === 'open' && moves === this.player.moves) this.refusal = why
    } catch {
      // Without the rules in the page the move is not played, as before.
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

  /** Plays the solution from the start of the step. */
  async show(): Promise<void> {
    await this.begin()
    const run = this.#run
    this.shown = true
    for (const [i, text] of (this.step.solution ?? []).entries()) {
      if (i % 2) continue // the opponent answers by itself
      await this.#options.pause()
      if (run !== this.#run || this.phase !== 'open') return
      await this.play(text)
    }
  }

  #fail(why: string): void {
    this.failed = why
    this.phase = 'open'
  }

  /** Ends the attempt: later results are ignored. */
  close(): void {
    this.#run++
  }
}
