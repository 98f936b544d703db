// An open study: its tree, its board views, and the state of its page.

import { Announcer } from '../board/announcer.svelte'
import type { DrawnArrow, DrawnCircle } from '../board/Shapes.svelte'
import type { Brush, EngineInfo, Rules, Square, StudyGame } from '../net/types'
import { study as words } from './text'
import { collapsesOf } from '../rules/rules'
import type { Company } from './company'
import { Collapses } from './collapses.svelte'
import { root } from './nodes'
import { Views } from './views.svelte'
import { LimitError } from './edit'
import { Tree } from './tree.svelte'
import type { Packed } from './packed'

/** A glyph that the review gives to a move of the game. */
export interface ReviewMark {
  ply: number
  nag: number
  text: string
}

export class Study {
  readonly tree: Tree
  readonly views: Views
  readonly collapses: Collapses
  flipped = $state(false)
  engineInfo = $state.raw<EngineInfo | null>(null)
  /** The move under the pointer in a list beside the board, in UCI. */
  hovered = $state<string | null>(null)
  /** The color in which every pointer draws on the board, or null. */
  brush = $state<Brush | null>(null)
  marks = $state.raw<ReviewMark[]>([])
  readonly announcer = new Announcer()
  /** The others in a shared study; null: the study is only the user's. */
  company = $state.raw<Company | null>(null)

  /** The moves of the game that the study was made from, whatever has become of the tree. */
  gameMoves: string[] | null = null

  constructor(packed: Packed, rules: () => Rules) {
    this.tree = new Tree(packed)
    this.views = new Views(this.tree, rules)
    this.collapses = new Collapses(this.tree, collapsesOf)
  }

  /** Replaces the study. */
  open(packed: Packed, at: readonly number[] = []): void {
    this.tree.load(packed, at)
    this.views.clear()
    this.collapses.clear()
    this.engineInfo = null
    this.marks = []
  }

  /** Adds the moves of a game that are not in the tree, and its result. */
  update(game: StudyGame): void {
    const line: { move: string; san: string }[] = []
    for (let n = game.root.children[0]; n; n = n.children[0]) line.push({ move: n.move, san: n.san })
    this.gameMoves = line.map((m) => m.move)
    const here = this.tree.childPath()
    if (this.tree.head.result === '*' && game.result !== '*') {
      const added = game.tags.filter((t) => !this.tree.head.tags.some((old) => old.name === t.name))
      this.tree.setHead({ tags: [...this.tree.head.tags, ...added], result: game.result })
    }
    this.try(() => this.tree.addLine(root, line))
    this.tree.goPath(here)
  }

  show(text: string): void {
    this.announcer.show(text)
  }

  /** Makes an edit, or shows which limit it exceeds. */
  try(edit: () => void): void {
    try {
      edit()
    } catch (e) {
      if (!(e instanceof LimitError)) throw e
      this.show(words.full[e.why])
    }
  }

  /** Plays moves, in UCI or SAN, from the current node. Error messages are for users. */
  async play(moves: string[]): Promise<void> {
    const from = this.tree.current
    const line = await this.views.resolve(from, moves)
    if (this.tree.current !== from || !line.length) return
    this.try(() => {
      for (const { move, san } of line) this.tree.play(move, san)
    })
  }

  /** Adds moves as a variation after a ply of the game, and goes to the first of them. */
  async addLine(ply: number, moves: string[]): Promise<void> {
    const from = this.nodeAt(ply)
    const line = await this.views.resolve(from, moves)
    if (this.tree.has(from)) this.try(() => this.tree.addLine(from, line))
  }

  /** Returns the node after some plies of the game, as far as the tree still has them. */
  nodeAt(ply: number): number {
    let id = root
    for (const move of (this.gameMoves ?? this.tree.mainLine().map((m) => m.move)).slice(0, Math.max(0, ply))) {
      const next = this.tree.child(id, move)
      if (next === undefined) break
      id = next
    }
    return id
  }
  /** Returns the number of plies of the game at the current node, or −1 in a variation. */
  gamePly(): number {
    const moves = this.tree.moves()
    const line = this.gameMoves ?? this.tree.mainLine().map((m) => m.move)
    return moves.every((m, i) => m === line[i]) ? moves.length : -1
  }

  // ---- shapes

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
  /** Returns the first moves of the engine's lines as arrows, the best one widest. */
  #engineArrows(): DrawnArrow[] {
    const arrows: DrawnArrow[] = []
    for (const { pv } of this.engineInfo?.lines ?? []) {
      const arrow = pv[0] && this.#arrow(pv[0], Math.max(0.35, 1.15 - 0.25 * arrows.length))
      if (arrow && !arrows.some((a) => a.from === arrow.from && a.to === arrow.to)) arrows.push(arrow)
    }
    return arrows
  }
  /** Returns a legal move as an arrow, or null. */
  #arrow(move: string, width: number): DrawnArrow | null {
    const route = this.views.choices?.routes.find(
      (r) => move.startsWith(r.text) && move.length === r.text.length + (r.promotions?.length ?? 0),
    )
    return route ? { from: route.from, to: route.to, color: 'engine', width } : null
  }

  /** Adds or removes an arrow, or a circle if both squares are the same, given by their keys. */
  draw(from: number, to: number, color: Brush): void {
    const [a, b]: (Square | undefined)[] = [this.#byKey.get(from), this.#byKey.get(to)]
    if (!a || !b || this.views.at !== this.tree.current) return
    this.try(() =>
      a === b
        ? this.tree.toggleCircle({ at: a.name, color })
        : this.tree.toggleArrow({ from: a.name, to: b.name, color }),
    )
  }
}
