// A game against the computer in this browser: a study whose main line the user and the
// engine of the page play. It needs no server.

import type { Engine } from '../engine/engine.svelte'
import { other } from '../lib/record'
import type { BoardView, Color, Rules, StudyGame, StudyTag } from '../lib/types'
import { upper } from '../text/common'
import type { Autosave } from './autosave.svelte'
import { root } from './nodes'
import { newInfo, titleOf } from './open'
import { packGame } from './packed'
import { studyAddress } from './source'
import type { Opponent, StudyStorage } from './storage'

// Games and their PGN are in English in every language of the page.
const resignation = 'resignation'

export class LocalGame {
  /** The position at the end of the game; null until it is known. */
  last = $state.raw<BoardView | null>(null)

  #asked = -1 // the number of moves after which the engine is to move
  #stamp = 0

  constructor(
    readonly autosave: Autosave,
    private readonly engine: Pick<Engine, 'play' | 'stop' | 'state'>,
    private readonly rules: () => Rules,
  ) {}

  get opponent(): Opponent {
    return this.autosave.info.opponent!
  }
  get #tree() {
    return this.autosave.study.tree
  }
  get over(): boolean {
    return this.#tree.head.result !== '*'
  }
  /** Whether the board shows the end of the game, and the user is to move. */
  get yours(): boolean {
    return !this.over && this.last?.turn === this.opponent.color && this.#tree.current === this.#tree.lineEnd(root)
  }

  /** Goes on after a change of the tree: with the engine's move, or with the end of the game. */
  async follow(): Promise<void> {
    const stamp = ++this.#stamp
    const line = this.autosave.study.views.line(this.#tree.lineEnd(root))
    const view = (await this.rules().views(line, line.moves.length))[0]!
    if (stamp !== this.#stamp) return
    this.last = view
    if (view.result && !this.over) this.#end(view.result, view.reason ?? '')
    const { result } = this.#tree.head
    if (view.fen !== this.opponent.fen || result !== this.opponent.result) this.autosave.describe({ opponent: { ...this.opponent, fen: view.fen, result } })
    void this.autosave.flush() // at once: a game is not edited, but lost or kept
    const thinks = !this.over && view.turn !== this.opponent.color
    this.#asked = thinks ? line.moves.length : -1
    if (thinks) this.engine.play(line, this.opponent.level, this.opponent.seed)
    else if (this.engine.state !== 'done') this.engine.stop() // a worker that is done is kept for the next move
  }

  /** Plays the engine's move. An earlier position that the user looks at stays. */
  answer(move: string, san: string): void {
    const tree = this.#tree
    const end = tree.lineEnd(root)
    if (tree.get(end).ply !== this.#asked) return // of a search before a takeback
    this.#asked = -1
    const shown = tree.current
    tree.go(end)
    this.autosave.study.try(() => tree.play(move, san))
    if (shown !== end) tree.go(shown)
  }

  /** The number of plies that a takeback takes: to the user's last move. */
  get takeback(): number {
    const plies = this.last?.turn === this.opponent.color ? 2 : 1
    return !this.over && this.#tree.mainLine().length >= plies ? plies : 0
  }
  takeBack(): void {
    const main = this.#tree.mainLine()
    const first = main[main.length - this.takeback]
    if (first) this.#tree.remove(first.id)
  }

  resign(): void {
    if (!this.over) this.#end(this.opponent.color === 'white' ? '0-1' : '1-0', resignation)
  }

  #end(result: string, reason: string): void {
    const tags = this.#tree.head.tags.filter((t) => t.name !== 'Termination')
    this.#tree.setHead({ result, tags: reason ? [...tags, { name: 'Termination', value: reason }] : tags })
  }
}

/** Stores a new game and returns its address. */
export async function startGame(
  storage: StudyStorage,
  rules: Rules,
  { variant, fen, level, color }: { variant: string; fen: string; level: number; color: Color | 'random' },
): Promise<string> {
  const title = await titleOf(variant)
  const start = await rules.check(variant, '')
  const view = fen ? await rules.check(variant, fen) : start
  const [seed = 0, coin = 0] = crypto.getRandomValues(new Uint32Array(2))
  const mine = color !== 'random' ? color : coin % 2 ? 'white' : 'black'
  const tags: StudyTag[] = [
    { name: 'Date', value: new Date().toISOString().slice(0, 10).replaceAll('-', '.') },
    { name: upper(mine), value: 'You' },
    { name: upper(other(mine)), value: `Computer, level ${level}` },
    { name: upper(other(mine)) + 'Type', value: 'program' },
  ]
  const game: StudyGame = { variant, title, fen: view.fen === start.fen ? '' : fen, tags, result: '*', root: { move: '', san: '', children: [] } }
  const info = { ...newInfo(game), opponent: { level, seed, color: mine, fen: view.fen, result: '*' } }
  return studyAddress(await storage.save(info, { id: info.id, packed: packGame(game), at: [], flipped: mine === 'black' }))
}
