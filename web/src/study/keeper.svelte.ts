// Keeps a study as it is worked on: every edit is saved a moment later. What
// cannot be saved is told and stays unsaved; nothing is ever overwritten that
// this tab has not seen.

import type { Content, Kept, Shelf, Trouble } from './shelf'
import { ShelfError } from './shelf'
import type { Study } from './study.svelte'

/** How long after an edit it is saved, in ms. */
const soon = 300

export class Keeper {
  /** What is kept of the study; rev 0: nothing yet. */
  kept = $state.raw<Kept>()!
  trouble = $state<Trouble | null>(null)
  /** Whether there are edits that are not saved. */
  unsaved = $state(false)

  #seen: number // the tree's version that was looked at last
  #stamp = 0 // grows with every change
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | null = null
  #closed = false
  #unheard: () => void

  constructor(
    readonly study: Study,
    private readonly shelf: Shelf,
    kept: Kept,
    private readonly on: { first?: (kept: Kept) => void; followed?: () => void } = {},
    private readonly now: () => number = Date.now,
  ) {
    this.kept = kept
    this.#seen = study.tree.version
    this.#unheard = shelf.listen((id, rev) => void this.#hear(id, rev))
  }

  /** To be called when the study may have changed. */
  changed(): void {
    if (this.study.tree.version === this.#seen) return
    this.#seen = this.study.tree.version
    this.touch()
  }
  /** Counts the study as changed, whether or not its tree has been. */
  touch(): void {
    if (this.#closed) return
    this.#stamp++
    this.unsaved = true
    this.#soon()
  }
  #soon(): void {
    if (this.trouble === 'other' || this.trouble === 'gone') return // the person has to decide first
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), soon)
  }

  /** Saves at once what is unsaved. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#saving) await this.#saving
    if (!this.unsaved || this.trouble === 'other' || this.trouble === 'gone') return
    this.#saving = this.#save().finally(() => (this.#saving = null))
    await this.#saving
  }

  async #save(): Promise<void> {
    const { tree } = this.study
    const stamp = this.#stamp
    const first = this.kept.rev === 0
    try {
      const kept = { ...this.kept, variant: tree.head.variant, title: tree.head.title, changed: this.now(), moves: tree.size }
      const saved = await this.shelf.save(kept, this.#content())
      this.kept = { ...saved, name: this.kept.name }
      this.unsaved = this.#stamp !== stamp
      this.trouble = null
      if (first) this.on.first?.(this.kept)
      if (this.unsaved) this.#soon()
    } catch (e) {
      this.trouble = e instanceof ShelfError ? e.why : 'broken'
    }
  }

  #content(): Content {
    const { tree, flipped } = this.study
    return { id: this.kept.id, packed: tree.packed(), at: tree.steps(), flipped }
  }

  /** Gives the study another name. */
  rename(name: string): void {
    if (name === this.kept.name) return
    this.kept = { ...this.kept, name }
    this.touch()
  }

  /** Another tab has saved this study: without unsaved changes this one follows. */
  async #hear(id: string, rev: number): Promise<void> {
    if (id !== this.kept.id || rev === this.kept.rev || this.#closed) return
    await this.#saving
    if (this.unsaved) this.trouble = rev === 0 ? 'gone' : 'other'
    else if (rev === 0) this.#lost()
    else await this.take()
  }
  /** It was deleted elsewhere. What is on the desk stays, and is kept anew with the next edit. */
  #lost(): void {
    this.kept = { ...this.kept, rev: 0 }
  }

  /** Takes what is kept in place of what is on the desk. */
  async take(): Promise<void> {
    try {
      const found = await this.shelf.load(this.kept.id)
      if (this.#closed) return
      if (!found) return this.#lost()
      const at = this.study.tree.steps()
      this.study.open(found.content.packed, at)
      this.kept = found.kept
      this.#seen = this.study.tree.version
      this.unsaved = false
      this.trouble = null
      this.on.followed?.()
    } catch (e) {
      this.trouble = e instanceof ShelfError ? e.why : 'broken'
    }
  }

  /** Keeps what is on the desk as a study of its own. */
  async copy(id: string, name: string): Promise<void> {
    this.kept = { ...this.kept, id, name, created: this.now(), rev: 0, game: undefined }
    await this.again()
  }
  /** Tries again what has failed. */
  again(): Promise<void> {
    this.trouble = null
    this.unsaved = true
    return this.flush()
  }

  close(): void {
    void this.flush()
    this.#closed = true
    this.#unheard()
  }
}
