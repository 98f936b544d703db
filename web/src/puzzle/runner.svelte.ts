// What a streak and a storm have in common: one puzzle after the other, and a score.

import { newID } from '../net/api'
import type { RunKind } from './api'
import { attempts } from './attempts.svelte'
import type { Puzzle } from './puzzle'
import { Run } from './run'
import type { newSolve } from './setup'
import type { Solve } from './solve.svelte'
import { penalty, StormClock, stormTime } from './storm'
import { best, keepBest } from './stored'
import { themeList } from './text'

/** What the puzzles come from. */
const server = {
  begin: (kind: RunKind, variant: string): Promise<Pick<Run, 'next' | 'answer' | 'started' | 'end' | 'counted'>> =>
    Run.begin(kind, variant),
  attempts: attempts as Pick<typeof attempts, 'addRun'>,
}

export abstract class Runner {
  stage = $state<'ready' | 'running' | 'over'>('ready')
  solve = $state.raw<Solve>()
  score = $state(0)
  /** The score is the best one of this browser. */
  record = $state(false)
  /** The server counts the run. */
  counted = $state(true)
  /** All puzzles have been solved. */
  exhausted = $state(false)
  /** Why no run has begun. */
  failed = $state('')
  protected run!: Awaited<ReturnType<typeof server.begin>>
  #of = '' // the variant of the run: the address may change meanwhile

  constructor(
    readonly kind: RunKind,
    private readonly rest: number, // ms to see the last move
    private readonly solving: typeof newSolve,
    private readonly source = server,
  ) {}

  /** Begins with nothing done. */
  protected abstract reset(): void
  /** Called after each right move. */
  protected right?(): void
  /** Notes whether a puzzle was solved. Returns whether the run goes on. */
  protected abstract decided(solve: Solve, right: boolean): boolean

  async start(variant: string): Promise<void> {
    this.failed = ''
    try {
      this.run = await this.source.begin(this.kind, variant)
    } catch {
      this.failed = themeList.failed
      return
    }
    this.#of = variant
    this.score = 0
    this.record = this.exhausted = false
    this.reset()
    this.stage = 'running'
    await this.next()
  }
  async next(): Promise<void> {
    const { run } = this
    const puzzle = await run.next().catch(() => null)
    if (run !== this.run || this.stage !== 'running') return
    this.counted = run.counted
    if (!puzzle) {
      this.exhausted = puzzle === undefined // otherwise there is neither the server nor a list
      return this.end()
    }
    const here = () => mine === this.solve && this.stage === 'running'
    const mine: Solve = this.solving(
      puzzle,
      {
        strict: true,
        right: () => here() && this.right?.(),
        decided: (right, moves) => here() && this.#decided(mine, right, moves, here),
      },
      this.kind === 'storm',
    )
    this.solve = mine
    void mine.begin()
  }
  #decided(mine: Solve, right: boolean, moves: string[], here: () => boolean): void {
    if (this.late()) return this.end()
    this.run.answer({ moves })
    if (right) this.score++
    if (!this.decided(mine, right)) return this.end()
    setTimeout(() => here() && void this.next(), this.rest)
  }
  /** Whether it is too late for an answer. */
  protected late(): boolean {
    return false
  }
  end(): void {
    if (this.stage !== 'running') return
    this.stage = 'over'
    this.record = this.score > best(this.kind, this.#of)
    keepBest(this.kind, this.#of, this.score)
    const rest = this.run.end()
    if (rest && this.score) void this.source.attempts.addRun(newID(), rest)
  }
  /** Is ready for another run. */
  again(): void {
    this.stage = 'ready'
    this.solve = undefined
  }
}

/** Puzzles that become harder, until the first mistake. One may be skipped. */
export class Streak extends Runner {
  skipped = $state(false)

  constructor(solving: typeof newSolve, source?: typeof server) {
    super('streak', 600, solving, source)
  }
  protected override reset(): void {
    this.skipped = false
  }
  protected override decided(_: Solve, right: boolean): boolean {
    return right
  }
  skip(): void {
    this.skipped = true
    this.run.answer({ moves: [], skipped: true })
    void this.next()
  }
}

/** As many puzzles as possible until the clock runs out. */
export class Storm extends Runner {
  clock = $state.raw(new StormClock())
  /** The time left, in ms. */
  left = $state(stormTime)
  combo = $state(0)
  /** What the last move has added to the time, in seconds; negative if it was wrong. */
  change = $state(0)
  done = $state.raw<{ puzzle: Puzzle; right: boolean }[]>([])
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(solving: typeof newSolve, source?: typeof server) {
    super('storm', 250, solving, source)
  }
  protected override reset(): void {
    this.clock = new StormClock()
    this.left = stormTime
    this.combo = this.change = 0
    this.done = []
  }
  get seconds(): number {
    return Math.ceil(this.left / 1000)
  }
  /** The rating of the hardest puzzle that was solved; 0 without any. */
  get hardest(): number {
    return Math.max(0, ...this.done.filter((d) => d.right).map((d) => d.puzzle.rating))
  }

  /** The clock starts with the first move. */
  #begin(): void {
    if (this.clock.running) return
    this.clock.start(performance.now())
    this.run.started()
    this.#timer = setInterval(() => this.#tick(), 100)
  }
  #tick(): void {
    if (this.late()) this.end()
  }
  protected override right(): void {
    this.#begin()
    this.change = this.clock.good()
    this.combo = this.clock.combo
  }
  /** It may be later than the last tick. */
  protected override late(): boolean {
    this.#begin()
    this.left = this.clock.left(performance.now())
    return this.left <= 0
  }
  protected override decided({ puzzle }: Solve, right: boolean): boolean {
    if (!right) {
      this.clock.bad()
      this.combo = 0
      this.change = -penalty / 1000
    }
    this.done = [...this.done, { puzzle, right }]
    this.#tick()
    return true
  }
  override end(): void {
    clearInterval(this.#timer)
    super.end()
    this.solve?.giveUp()
  }
  /** Stops the clock when the page is left. */
  close(): void {
    clearInterval(this.#timer)
  }
}
