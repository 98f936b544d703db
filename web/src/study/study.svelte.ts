// A study on the desk: its tree, what the board shows of it, and what else the
// page has to know.

import { Announcer } from '../lib/announcer.svelte'
import type { DrawnArrow, DrawnCircle } from '../board/Shapes.svelte'
import type { Brush, EngineInfo, Rules, Square, StudyGame } from '../lib/types'
import { study as words } from '../text/study'
import { root } from './nodes'
import { Views } from './views.svelte'
import { LimitError } from './edit'
import { Tree } from './tree.svelte'
import type { Packed } from './packed'

/** A mark that the review has put to a move of the main line. */
export interface ReviewMark {
  ply: number
  nag: number
  text: string
}

export class Study {
  readonly tree: Tree
  readonly views: Views
  flipped = $state(false)
  engineInfo = $state.raw<EngineInfo | null>(null)
  /** A move that is hovered at beside the board, in UCI. */
  hovered = $state<string | null>(null)
  /** The color that everything on the board draws in, or null. */
  brush = $state<Brush | null>(null)
  marks = $state.raw<ReviewMark[]>([])
  readonly announcer = new Announcer()

  /** The moves of the game that it was made of, whatever has become of the tree. */
  gameMoves: string[] | null = null

  constructor(packed: Packed, rules: () => Rules) {
    this.tree = new Tree(packed)
    this.views = new Views(this.tree, rules)
  }

  /** Puts another study on the desk. */
  open(packed: Packed, at: readonly number[] = []): void {
    this.tree.load(packed, at)
    this.views.clear()
    this.engineInfo = null
    this.marks = []
  }

  /** Adds what has been played of a game since, if its line is not here yet. */
  update(game: StudyGame): void {
    const line: { move: string; san: string }[] = []
    for (let n = game.root.children[0]; n; n = n.children[0]) line.push({ move: n.move, san: n.san })
    this.gameMoves = line.map((m) => m.move)
    const here = this.tree.childPath()
    if (this.tree.head.result === '*' && game.result !== '*') {
      const news = game.tags.filter((t) => !this.tree.head.tags.some((old) => old.name === t.name))
      this.tree.setHead({ tags: [...this.tree.head.tags, ...news], result: game.result })
    }
    this.try(() => this.tree.addLine(root, line))
    this.tree.goPath(here)
  }

  show(text: string): void {
    this.announcer.show(text)
  }

  /** Does an edit; tells if there is no room for it. */
  try(edit: () => void): void {
    try {
      edit()
    } catch (e) {
      if (!(e instanceof LimitError)) throw e
      this.show(words.full[e.why])
    }
  }

  /** Plays moves, in UCI or as people write them, from where one is. The error is fit for people. */
  async play(moves: string[]): Promise<void> {
    const from = this.tree.current
    const line = await this.views.resolve(from, moves)
    if (this.tree.current !== from || !line.length) return
    this.try(() => {
      for (const { move, san } of line) this.tree.play(move, san)
    })
  }

  /** Adds moves as a variation behind a ply of the game itself, and goes to its first. */
  async addLine(ply: number, moves: string[]): Promise<void> {
    const from = this.nodeAt(ply)
    const line = await this.views.resolve(from, moves)
    if (this.tree.has(from)) this.try(() => this.tree.addLine(from, line))
  }

  /** The moment after so many plies of the game itself, as far as they are still there. */
  nodeAt(ply: number): number {
    let id = root
    for (const move of (this.gameMoves ?? this.tree.mainLine().map((m) => m.move)).slice(0, Math.max(0, ply))) {
      const next = this.tree.child(id, move)
      if (next === undefined) break
      id = next
    }
    return id
  }
  /** How many plies of the game itself lead here, or −1 if something else does. */
  gamePly(): number {
    const moves = this.tree.moves()
    const line = this.gameMoves ?? this.tree.mainLine().map((m) => m.move)
    return moves.every((m, i) => m === line[i]) ? moves.length : -1
  }

  // ---- what is drawn

  #squares = $derived.by(() => new Map((this.views.view?.squares ?? []).map((c) => [c.name, c])))
  #byKey = $derived.by(() => new Map((this.views.view?.squares ?? []).map((c) => [c.key, c])))

  arrows = $derived.by((): DrawnArrow[] => {
    const here = this.views.at === null ? undefined : this.tree.get(this.views.at)
    const drawn = (here?.arrows ?? []).flatMap((a): DrawnArrow[] => {
      const [from, to] = [this.#squares.get(a.from), this.#squares.get(a.to)]
      return from && to ? [{ from: from.key, to: to.key, color: a.color }] : []
    })
    const hovered = this.hovered === null ? null : this.#arrow(this.hovered, 1.15)
    return [...(hovered ? [hovered] : this.#engineArrows()), ...drawn]
  })
  circles = $derived.by((): DrawnCircle[] => {
    const here = this.views.at === null ? undefined : this.tree.get(this.views.at)
    return (here?.circles ?? []).flatMap((c) => {
      const square = this.#squares.get(c.at)
      return square ? [{ square: square.key, color: c.color }] : []
    })
  })
  /** The first moves of the engine's lines, the best one broadest. */
  #engineArrows(): DrawnArrow[] {
    const arrows: DrawnArrow[] = []
    for (const { pv } of this.engineInfo?.lines ?? []) {
      const arrow = pv[0] && this.#arrow(pv[0], Math.max(0.35, 1.15 - 0.25 * arrows.length))
      if (arrow && !arrows.some((a) => a.from === arrow.from && a.to === arrow.to)) arrows.push(arrow)
    }
    return arrows
  }
  /** A move in UCI as an arrow, if it can be played. */
  #arrow(move: string, width: number): DrawnArrow | null {
    const route = this.views.choices?.routes.find((r) => move.startsWith(r.text) && move.length === r.text.length + (r.promotions?.length ?? 0))
    return route ? { from: route.from, to: route.to, color: 'engine', width } : null
  }

  /** Draws an arrow or a circle between squares, given by their keys, or takes it away. */
  draw(from: number, to: number, color: Brush): void {
    const [a, b]: (Square | undefined)[] = [this.#byKey.get(from), this.#byKey.get(to)]
    if (!a || !b || this.views.at !== this.tree.current) return
    this.try(() => (a === b ? this.tree.toggleCircle({ at: a.name, color }) : this.tree.toggleArrow({ from: a.name, to: b.name, color })))
  }
}
