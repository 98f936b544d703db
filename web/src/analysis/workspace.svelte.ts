// What the page of an open study shows beside the board: the panel, the line that the engine gets, what the tablebase
// and the review say, and what keys do.

import { untrack } from 'svelte'
import { errorText } from '../net/api'
import type { Format, Game, Line } from '../net/types'
import { classic } from '../board/geometry'
import { Follower } from '../review/follow.svelte'
import { marks } from '../review/moments'
import { TablebaseProbe } from '../tablebase/probe.svelte'
import { prefs } from '../ui/prefs.svelte'
import { isInField, isOnBoard, moveKeys, runShortcut, singleKeys } from '../ui/shortcuts'
import { announceMoves } from './announce.svelte'
import { choices } from './choices.svelte'
import type { Study } from './study.svelte'

const panels = ['chapters', 'moves', 'engine', 'notes', 'explorer', 'review', 'share'] as const
export type Panel = (typeof panels)[number]

export interface WorkspaceOptions {
  study: Study
  game?: Game
  /** The format of the variant's boards, if it is known before the first board view. */
  format?: Format
  /** The number of pieces up to which the server has tablebases. */
  tables: number
  /** The study has a panel of chapters. */
  chapters: boolean
  /** The address names the explorer. */
  explorer: boolean
  /** Called when the moves may have changed. */
  onedit: () => void
}

export class Workspace {
  panel = $state<Panel>()!
  review = $state.raw<Follower>()
  animating = $state(false)
  previewText = $state.raw<string[] | null>(null)
  helping = $state(false)
  readonly probe = new TablebaseProbe()

  readonly study = $derived.by(() => this.options().study)
  /** The ID of the game if it can be reviewed: only finished games can. */
  readonly reviewed = $derived.by(() => {
    const { game } = this.options()
    return game?.status === 'finished' && game.ply > 0 ? game.id : undefined
  })
  /** The position has so few pieces that the tablebase may know it. */
  readonly few = $derived.by(() => !!this.view && this.view.pieces.length <= this.options().tables)

  #explorer = $derived.by(() => this.options().explorer)
  #collapses = $derived.by(() => this.format.collapses)
  #chosen = false // by the user, or once by the tablebase
  #line: Line | null = null

  /** Call it while a component is set up. */
  constructor(private readonly options: () => WorkspaceOptions) {
    this.panel = untrack(() => (this.#explorer ? 'explorer' : this.reviewed ? 'review' : 'moves'))
    $effect(() => {
      if (this.#explorer) this.panel = 'explorer'
    })
    $effect(() => {
      if (!this.reviewed) return
      const follower = (this.review = new Follower(this.reviewed))
      return follower.start()
    })
    $effect(() => {
      if (this.review?.result) this.study.marks = marks(this.review.result)
    })
    $effect(() => {
      if (this.few) this.probe.ask(this.tree.head.variant, this.view!.fen)
      else this.probe.clear()
    })
    $effect(() => () => this.probe.clear())
    // A position in the tablebase opens its panel.
    $effect(() => {
      if (!this.probe.ending || this.#chosen) return
      this.#chosen = true
      if (untrack(() => this.panel === 'moves' && this.tree.size === 0)) this.panel = 'explorer'
    })
    $effect(() => {
      const id = this.tree.current
      const collapses = this.#collapses
      void this.tree.version
      untrack(() => {
        this.options().onedit()
        if (collapses) this.study.collapses.update()
        void this.study.views.show(id)
      })
    })
    announceMoves(() => this.study)
    $effect(() => () => untrack(() => this.study.views.close()))
  }

  get tree() {
    return this.study.tree
  }
  get view() {
    return this.study.views.view
  }
  get format(): Format {
    return this.view ?? this.options().format ?? classic
  }
  /** The board shows the current node. */
  get ready(): boolean {
    return this.study.views.at === this.tree.current
  }
  /** Something evaluates the position. That a game has no review is known too late: the board must not move then. */
  get evaluated(): boolean {
    return choices.on || this.few || !!this.view?.final || !!this.reviewed
  }
  get panels(): Panel[] {
    return panels.filter((p) => (p === 'review' ? this.reviewed : p === 'chapters' ? this.options().chapters : true))
  }
  /** The panel beside the board in a wide window, which always shows the engine, and the notes with the moves. */
  get beside(): Panel {
    return this.panel === 'engine' || this.panel === 'notes' ? 'moves' : this.panel
  }
  /**
   * The line to the shown position: the same object while the line is the same, so that the engine does not restart
   * when a comment changes.
   */
  readonly line = $derived.by((): Line => {
    const { at } = this.study.views
    const next = this.study.views.line(at !== null && this.tree.has(at) ? at : this.tree.current)
    const last = this.#line
    const same =
      last && last.variant === next.variant && last.fen === next.fen && last.moves.join() === next.moves.join()
    return same ? last : (this.#line = next)
  })

  choose(panel: Panel): void {
    this.panel = panel
    this.#chosen = true
  }
  /** Plays moves from the current node. */
  play = (moves: string[]): void => {
    this.study.play(moves).catch((e: unknown) => this.study.show(errorText(e)))
  }
  /** Plays moves that a panel shows for the position on the board. */
  playShown = (...moves: string[]): void => {
    if (this.ready) this.play(moves)
  }
  flip = (): void => {
    this.study.flipped = !this.study.flipped
  }
  help = (): void => {
    this.helping = true
  }

  key = (e: KeyboardEvent): void => {
    const { study, tree } = this
    if (e.key === 'Escape' && !e.isComposing && e.target instanceof HTMLTextAreaElement) e.target.blur()
    if (e.defaultPrevented || e.altKey || isInField(e)) return
    if (e.ctrlKey || e.metaKey)
      return runShortcut(e, {
        z: () => (e.shiftKey ? tree.redo() : tree.undo()),
        Z: () => tree.redo(),
        y: () => tree.redo(),
      })
    const navigation = {
      ...moveKeys(tree),
      ArrowUp: () => tree.switchVariation(-1),
      ArrowDown: () => tree.switchVariation(1),
    }
    const draw = () => (study.brush = study.brush ? null : 'green')
    runShortcut(e, {
      ...singleKeys(prefs.shortcuts, { f: this.flip, d: draw, '?': this.help }),
      ...(isOnBoard(e) ? {} : navigation),
    })
  }
}
