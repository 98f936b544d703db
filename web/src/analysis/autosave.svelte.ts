// Saves a study shortly after every edit. Changes that cannot be saved stay unsaved, with
// the problem; versions that this tab has not seen are never overwritten.

import { forgetUnsaved, openUnsaved } from './open'
import type { Content, StudyInfo, StudyStorage, StorageProblem } from './storage'
import { StorageError } from './storage'
import type { Study } from './study.svelte'

/** Milliseconds from an edit until it is saved. */
const delay = 300

export class Autosave {
  /** The study as stored; rev is 0 before the first save. */
  info = $state.raw<StudyInfo>()!
  problem = $state<StorageProblem | null>(null)
  /** Whether there are edits that are not saved. */
  unsaved = $state(false)

  #seen: number // the tree's version at the last check
  #stamp = 0 // increases with every change
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | null = null
  #closed = false
  #unsubscribe: () => void

  constructor(
    readonly study: Study,
    private readonly storage: StudyStorage,
    info: StudyInfo,
    private readonly on: { firstSaved?: (info: StudyInfo) => void; reloaded?: () => void } = {},
    private readonly now: () => number = Date.now,
  ) {
    this.info = info
    this.#seen = study.tree.version
    this.#unsubscribe = storage.listen((id, rev) => void this.#changedElsewhere(id, rev))
  }

  /** Schedules a save if the tree has changed since the last check. */
  check(): void {
    if (this.study.tree.version === this.#seen) return
    this.#seen = this.study.tree.version
    this.markUnsaved()
  }
  /** Schedules a save even if the tree has not changed. */
  markUnsaved(): void {
    if (this.#closed) return
    this.#stamp++
    this.unsaved = true
    this.#schedule()
  }
  #schedule(): void {
    if (this.problem === 'conflict' || this.problem === 'deleted') return // the user has to decide first
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), delay)
  }

  /** Saves unsaved changes at once. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#saving) await this.#saving
    if (!this.unsaved || this.problem === 'conflict' || this.problem === 'deleted') return
    this.#saving = this.#save().finally(() => (this.#saving = null))
    await this.#saving
  }

  async #save(): Promise<void> {
    const { tree } = this.study
    const stamp = this.#stamp
    const first = this.info.rev === 0
    try {
      const info = {
        ...this.info,
        variant: tree.head.variant,
        title: tree.head.title,
        changed: this.now(),
        moves: tree.mainLine().length,
      }
      const saved = await this.storage.save(info, this.#content())
      this.info = { ...saved, name: this.info.name }
      this.unsaved = this.#stamp !== stamp
      this.problem = null
      forgetUnsaved(this.info.id)
      if (first && !this.#closed) this.on.firstSaved?.(this.info)
      if (this.unsaved) this.#schedule()
    } catch (e) {
      this.problem = e instanceof StorageError ? e.why : 'failed'
      if (first) openUnsaved({ info: this.info, ...this.#content() })
    }
  }

  #content(): Content {
    const { tree, flipped } = this.study
    return { id: this.info.id, packed: tree.packed(), at: tree.childPath(), flipped }
  }

  rename(name: string): void {
    if (name !== this.info.name) this.describe({ name })
  }
  /** Changes what the lists of studies know of the study. */
  describe(change: Partial<Pick<StudyInfo, 'name' | 'opponent'>>): void {
    this.info = { ...this.info, ...change }
    this.markUnsaved()
  }

  /** Handles a save or deletion by another tab (rev 0). Without unsaved changes this tab follows. */
  async #changedElsewhere(id: string, rev: number): Promise<void> {
    if (id !== this.info.id || rev === this.info.rev || this.#closed) return
    await this.#saving
    if (this.unsaved) this.problem = rev === 0 ? 'deleted' : 'conflict'
    else if (rev === 0) this.#deleted()
    else await this.reload()
  }
  /** The study was deleted elsewhere: the next edit saves it as a new one. */
  #deleted(): void {
    this.info = { ...this.info, rev: 0 }
  }

  /** Replaces the study by the stored version. */
  async reload(): Promise<void> {
    try {
      const found = await this.storage.load(this.info.id)
      if (this.#closed) return
      if (!found) return this.#deleted()
      const at = this.study.tree.childPath()
      this.study.open(found.content.packed, at)
      this.info = found.info
      this.#seen = this.study.tree.version
      this.unsaved = false
      this.problem = null
      this.on.reloaded?.()
    } catch (e) {
      this.problem = e instanceof StorageError ? e.why : 'failed'
    }
  }

  /** Saves the study as a new one. */
  async copy(id: string, name: string): Promise<void> {
    this.info = {
      ...this.info,
      id,
      name,
      created: this.now(),
      rev: 0,
      game: undefined,
      kept: undefined,
      owner: undefined,
    }
    await this.retry()
  }
  /** Saves again after a failure. */
  retry(): Promise<void> {
    this.problem = null
    this.unsaved = true
    return this.flush()
  }

  /** Saves what is unsaved, and calls back no more: the page that opened it may be gone. */
  close(): void {
    void this.flush()
    this.#closed = true
    this.#unsubscribe()
  }
}
