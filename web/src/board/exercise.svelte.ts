// A position in which the user tries moves: each is judged, and answered or taken back. A feature says how a move is
// judged; without that every move is right, and the user plays both sides.

import type { BoardView, Color, Line, Rules, Verdict } from '../net/types'
import { squaresOf } from './arrows'
import { Announcer } from './announcer.svelte'
import { LinePlayer } from './player.svelte'

/**
 * open: it is the user's turn; busy: a move is being judged; answering: the reply is about to come; wrong: a wrong move
 * is on the board; done: at the end; lost: a wrong move has ended it.
 */
export type Phase = 'open' | 'busy' | 'answering' | 'wrong' | 'done' | 'lost'

/** What an exercise needs of the page. */
export interface Around {
  rules: () => Rules
  /** Returns why no legal move goes from one square to another. */
  refusal: (line: Line, from: string, to: string) => Promise<string>
  /** Waits until the user has seen a move that a reply follows. */
  pause: () => Promise<void>
  /** Called after every move. */
  played?: (view: BoardView) => void
}

/** A move that was made. */
export interface Said {
  san: string
  narration: string[]
}

const goesOn: Verdict = { state: 'on' }

export class Exercise {
  readonly player: LinePlayer
  readonly announcer = new Announcer()
  phase = $state<Phase>('busy')
  /** The color that the user plays; null: both, or not known yet. */
  color = $state<Color | null>(null)
  /** The moves that were right, with the replies. */
  ply = $state(0)
  /** The last right move, the reply to it, and the last wrong move. */
  right = $state.raw<Said | null>(null)
  reply = $state.raw<Said | null>(null)
  wrong = $state.raw<Said | null>(null)
  /** What was said of the user's last move. */
  verdict = $state.raw<Verdict | null>(null)
  mistakes = $state(0)
  /** How often the solution, or a move of it, was shown. */
  shown = $state(0)
  /** A hint was given for the next move. */
  hinted = $state(false)
  /** Why the move that was just tried is not legal. */
  refusal = $state('')
  /** Why the rules have failed, or empty. */
  fault = $state('')
  /** What the previewed move does. */
  preview = $state.raw<string[] | null>(null)
  /** A wrong move ends the exercise; otherwise it waits for retry. */
  protected strict = false
  #run = 0 // counts what was begun, so that results of what was given up are ignored
  #due: Verdict | null = null // its reply has not been played

  constructor(
    start: { variant: string; fen?: string; moves?: readonly string[] },
    protected readonly around: Around,
  ) {
    this.player = new LinePlayer(around.rules, start.variant, start.fen, start.moves)
  }

  // ---- what a feature says

  /** The moves that are to be found, with the replies. */
  get solution(): readonly string[] {
    return []
  }
  /** Judges the last of the user's moves; moves are all on the board. */
  protected judge?(moves: string[]): Verdict | Promise<Verdict>
  /** Returns what comes before the user's first move. */
  protected first?(start: BoardView): Verdict
  /** Called with each move that was found right or wrong, before the exercise goes on. */
  protected judged?(verdict: Verdict): void
  /** Called when help is used. */
  protected helps?(): void
  /** Finds the opponent's best answer to the wrong move on the board. */
  protected refute?(): Promise<string | undefined>

  // ---- state

  /** Whether it is over. */
  get over(): boolean {
    return this.phase === 'done' || this.phase === 'lost'
  }
  /** The colors that the user can move now. */
  get movable(): Color[] {
    return this.phase !== 'open' ? [] : this.color ? [this.color] : ['white', 'black']
  }
  /** The square of the piece that makes the next move of the solution, by name; empty without a hint. */
  get hint(): string {
    return this.hinted ? (squaresOf(this.solution[this.ply] ?? '')[0] ?? '') : ''
  }

  // ---- moves

  /** Begins, or begins again. */
  async begin(): Promise<void> {
    const run = ++this.#run
    this.ply = this.mistakes = this.shown = 0
    this.right = this.reply = this.wrong = this.verdict = this.#due = null
    this.hinted = false
    this.refusal = this.fault = ''
    this.phase = 'busy'
    const { player } = this
    if (!(await (player.view ? player.reset() : player.load()))) return this.#fail(run)
    if (run === this.#run) await this.#goOn(run, this.first?.(player.view!) ?? goesOn)
  }

  /** Plays a move of the user, in UCI. */
  async play(text: string): Promise<void> {
    if (this.phase === 'open') await this.#try(text)
  }
  async #try(text: string): Promise<void> {
    const run = this.#run
    this.phase = 'busy'
    this.refusal = this.fault = ''
    this.wrong = null
    const said = await this.#move(run, text)
    if (!said) return
    let verdict: Verdict
    try {
      verdict = (await this.judge?.([...this.player.moves])) ?? goesOn
    } catch (e) {
      if (run !== this.#run) return
      await this.player.back()
      return this.#fail(run, (e as Error).message)
    }
    if (run !== this.#run) return
    const wrong = verdict.state === 'wrong'
    this.verdict = verdict
    this.reply = null
    this.right = wrong ? null : said
    if (!wrong) {
      this.ply++
      this.hinted = false
      this.judged?.(verdict)
      return this.#goOn(run, verdict)
    }
    this.wrong = said
    this.mistakes++
    this.judged?.(verdict)
    this.phase = this.strict ? 'lost' : 'wrong'
    if (!this.strict) await this.#answer(run)
  }
  /** Plays the answer to a wrong move, if one is found before the user goes on. */
  async #answer(run: number): Promise<void> {
    const answer = await this.refute?.().catch(() => undefined)
    if (!answer || run !== this.#run || !(await this.player.play(answer)) || run !== this.#run) return
    this.reply = this.#shown(answer)
  }
  /** Plays the reply, if there is one. */
  async #goOn(run: number, verdict: Verdict): Promise<void> {
    if (verdict.reply) {
      this.#due = verdict
      this.phase = 'answering'
      await this.around.pause()
      const said = run === this.#run && (await this.#move(run, verdict.reply))
      if (!said) return
      this.#due = null
      this.reply = said
      this.ply++
    }
    this.phase = verdict.state === 'done' ? 'done' : 'open'
  }
  async #move(run: number, text: string): Promise<Said | null> {
    if (!(await this.player.play(text))) return (this.#fail(run), null)
    return run === this.#run ? this.#shown(text) : null
  }
  /** Returns what is said of the last move on the board. */
  #shown(text: string): Said {
    const view = this.player.view!
    this.around.played?.(view)
    return { san: view.san ?? text, narration: view.narration ?? [] }
  }
  #fail(run: number, why = this.player.failed): void {
    if (run !== this.#run) return
    this.fault = why
    this.phase = this.player.view ? 'open' : 'busy'
  }

  /** Takes a wrong move back, with the answer to it. */
  async retry(): Promise<void> {
    if (this.phase !== 'wrong') return
    const run = ++this.#run
    this.phase = 'busy'
    this.reply = null
    if (!(await this.player.set(this.player.moves.slice(0, this.ply)))) this.#fail(run)
    else if (run === this.#run) this.phase = 'open'
  }

  /** Shows which piece moves. */
  giveHint(): void {
    if (this.phase !== 'open') return
    this.hinted = true
    this.helps?.()
  }

  /** Plays the solution to its end, or one move of it; from the start if the moves on the board are others. */
  async show(all = true): Promise<void> {
    if (this.phase === 'done') return
    const run = ++this.#run
    const { player } = this
    this.shown++
    this.hinted = false
    this.refusal = this.fault = ''
    this.wrong = null
    this.helps?.()
    this.phase = 'answering'
    let fresh = !player.moves.length // nothing on the board has to be seen first
    // A wrong move may be on the board, or half of an answer.
    const good = player.moves.slice(0, this.ply)
    if (!good.every((m, i) => m === this.solution[i])) {
      good.length = this.ply = 0
      this.#due = null
    }
    if (!(await player.set(good))) return this.#fail(run)
    if (run !== this.#run) return
    await this.#goOn(run, this.#due ?? goesOn)
    while (run === this.#run && this.movable.length) {
      const next = this.solution[this.ply]
      if (!next) return
      this.phase = 'answering'
      if (!fresh) await this.around.pause()
      fresh = false
      if (run !== this.#run) return
      await this.#try(next)
      if (!all || this.fault) return
    }
  }

  /** Shows another position of the line, and ends what was under way. Returns whether it is shown. */
  async step(to: () => Promise<boolean>, quiet = true): Promise<boolean> {
    const run = ++this.#run
    this.refusal = ''
    if (!this.over) this.phase = 'open'
    const done = await to()
    if (run !== this.#run) return false
    this.fault = this.player.failed
    if (done && !quiet) this.around.played?.(this.player.view!)
    return done
  }

  /** Says why no legal move goes from one square to another. */
  async refuse(from: string, to: string): Promise<void> {
    if (this.phase !== 'open') return
    const run = this.#run
    const { moves, line } = this.player
    try {
      const why = await this.around.refusal(line, from, to)
      if (run === this.#run && this.phase === 'open' && moves === this.player.moves) this.refusal = why
    } catch {
      // Without the rules in the page nothing says why.
    }
  }

  /** Ends the exercise: later results are ignored. */
  close(): void {
    this.#run++
  }
}
