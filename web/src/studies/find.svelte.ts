// An attempt at a chapter whose moves are to be found: the main line has the right moves, variations
// have answers to wrong ones.

import { LinePlayer } from '../learn/player.svelte'
import type { Color, Line, Rules } from '../lib/types'
import { nodeAt, type MoveNode } from './model'

/** open: it is the solver's turn; busy: a move is being played; answering: the reply comes; wrong: a wrong move is on the board; done: at the end. */
export type FindPhase = 'open' | 'busy' | 'answering' | 'wrong' | 'done'

export interface FindOptions {
  rules: () => Rules
  /** Waits until the user has seen a move. */
  pause: () => Promise<void>
  /** Returns why no legal move goes from one square to another. */
  refusal: (line: Line, from: string, to: string) => Promise<string>
  /** Called after every move. */
  played?: () => void
}

export class Find {
  readonly player: LinePlayer
  phase = $state<FindPhase>('busy')
  /** How many moves of the main line are on the board, without a wrong one. */
  ply = $state(0)
  /** The last right move, and the reply. */
  right = $state('')
  reply = $state('')
  /** The wrong move that is on the board. */
  wrong = $state('')
  /** A hint is shown. */
  hinted = $state(false)
  /** Why a move was not legal, or the board did not load. */
  refusal = $state('')
  fault = $state('')
  mistakes = $state(0)
  shown = $state(0)
  /** The last right move was shown. */
  helped = $state(false)
  #run = 0 // counts the attempts, so that what belongs to an earlier one is ignored

  constructor(
    head: { variant: string; fen?: string },
    /** The moves of the chapter as they are now. */
    private readonly moves: () => MoveNode,
    readonly color: Color,
    private readonly o: FindOptions,
  ) {
    this.player = new LinePlayer(o.rules, head.variant, head.fen ?? '')
  }

  /** The main line. */
  get line(): MoveNode[] {
    const out: MoveNode[] = []
    for (let n = this.moves().children[0]; n; n = n.children[0]) out.push(n)
    return out
  }
  /** The node whose position is on the board, or was before a wrong move. */
  get here(): MoveNode {
    const line = this.line
    return (this.ply ? line[this.ply - 1] : undefined) ?? this.moves()
  }
  /** The answer to a wrong move: what is said of it in a variation. */
  get answer(): MoveNode | undefined {
    return this.phase === 'wrong' ? nodeAt(this.here, [this.#tried]) : undefined
  }
  #tried = $state('')

  /** How many moves are found, and how many there are to find. */
  get progress(): { done: number; of: number } {
    const first = this.#first
    const of = Math.ceil((this.line.length - first) / 2)
    return { done: Math.min(of, Math.ceil(Math.max(0, this.ply - first) / 2)), of }
  }
  #first = $state(0) // the plies before the solver's first move: 0 or 1

  async begin(): Promise<void> {
    const run = ++this.#run
    this.ply = this.mistakes = this.shown = 0
    this.right = this.reply = this.wrong = this.refusal = this.fault = ''
    this.hinted = this.helped = false
    this.phase = 'busy'
    if (!(await this.player.reset())) return this.#fail(run)
    if (run !== this.#run) return
    this.#first = this.player.view?.turn === this.color ? 0 : 1
    await this.#goOn(run)
  }

  /** Plays the replies until it is the solver's turn. */
  async #goOn(run: number): Promise<void> {
    const next = this.line[this.ply]
    if (!next) return void (this.phase = 'done')
    if (this.player.view?.turn === this.color) return void (this.phase = 'open')
    this.phase = 'answering'
    await this.o.pause()
    if (run !== this.#run) return
    if (!(await this.player.play(next.move))) return this.#fail(run)
    if (run !== this.#run) return
    this.ply++
    this.reply = next.san
    this.o.played?.()
    await this.#goOn(run)
  }

  /** Plays a move of the solver, in UCI. */
  async play(text: string): Promise<void> {
    if (this.phase !== 'open') return
    const run = this.#run
    this.phase = 'busy'
    this.refusal = ''
    if (!(await this.player.play(text))) return this.#fail(run)
    if (run !== this.#run) return
    const move = this.player.view?.move ?? text
    const right = this.line[this.ply]
    this.o.played?.()
    this.right = this.reply = this.wrong = ''
    this.hinted = this.helped = false
    if (move !== right?.move) {
      this.mistakes++
      this.#tried = move
      this.wrong = this.player.view?.san ?? move
      this.phase = 'wrong'
      return
    }
    this.ply++
    this.right = right.san
    await this.#goOn(run)
  }

  /** Takes a wrong move back. */
  async retry(): Promise<void> {
    if (this.phase !== 'wrong') return
    const run = this.#run
    this.phase = 'busy'
    this.wrong = ''
    if (!(await this.player.back())) return this.#fail(run)
    if (run === this.#run) this.phase = 'open'
  }
  hint(): void {
    this.hinted = true
  }
  /** Plays the move that is to be found. */
  async show(): Promise<void> {
    await this.retry()
    const next = this.line[this.ply]
    if (this.phase !== 'open' || !next) return
    this.shown++
    const done = this.play(next.move)
    this.helped = false
    await done
    this.helped = true
  }
  /** Says why no legal move goes from one square to another. */
  async refuse(from: string, to: string): Promise<void> {
    const run = this.#run
    try {
      const why = await this.o.refusal(this.player.line, from, to)
      if (run === this.#run && this.phase === 'open') this.refusal = why
    } catch {
      // Without the rules in the page nothing says why.
    }
  }
  #fail(run: number): void {
    if (run !== this.#run) return
    this.fault = this.player.failed
    this.phase = this.ply || this.player.view ? 'open' : 'busy'
  }
  /** Ends the attempt: later results are ignored. */
  close(): void {
    this.#run++
  }
}
