// The library: the analyses of this browser and the studies on the server, the last changed first.

import { nameOf } from '../analysis/names'
import { toGame } from '../analysis/nodes'
import { unpack } from '../analysis/packed'
import { studyAddress } from '../analysis/source'
import type { StudyInfo, StudyStorage } from '../analysis/storage'
import { errorText, type Given } from '../net/api'
import { link } from '../net/links'
import { pages } from '../net/load.svelte'
import { say } from '../net/sentences.text'
import { familyOf } from '../rules/variant'
import { studyApi } from './api'
import { ofAnalysis } from './make'
import { form } from './text'
import type { SharedStudyRow } from './types'

type Query = NonNullable<Given<'GET', '/studies'>['query']>
export type List = NonNullable<Query['list']>
export type Wanted = Required<Pick<Query, 'list' | 'variant' | 'topic' | 'q'>>

/** An analysis or a study. */
export interface Entry {
  id: string
  name: string
  href: string
  changed: number
  analysis?: StudyInfo
  study?: SharedStudyRow
}

const entryOf = (k: StudyInfo): Entry => ({
  id: k.id,
  name: nameOf(k),
  href: studyAddress(k),
  changed: k.changed,
  analysis: k,
})
const ofStudy = (s: SharedStudyRow): Entry => ({
  id: s.id,
  name: s.name,
  href: link('study', s.id),
  changed: s.updated,
  study: s,
})

export class Library {
  /** The analyses of this browser; null: not read yet. */
  #analyses = $state.raw<readonly StudyInfo[] | null>(null)
  /** Why a change was not made. */
  refused = $state('')
  /** The analyses of this browser cannot be read. */
  blocked = $state(false)
  /** The studies on the server; a guest has none. */
  readonly studies

  constructor(
    private readonly storage: StudyStorage,
    private readonly wanted: () => Wanted,
    guest: () => boolean,
    private readonly api: Pick<typeof studyApi, 'list' | 'rename' | 'remove'> = studyApi,
    begin = pages<SharedStudyRow, string>,
  ) {
    this.studies = begin(
      (before) => {
        if (guest() && wanted().list !== 'public') return Promise.resolve({ list: [] })
        return api.list({ ...wanted(), before }).then(({ studies, next }) => ({ list: studies, next }))
      },
      (study) => study.id,
      { clear: true },
    )
  }

  /** What to show, or null while it loads. Of the analyses, those that belong between studies not listed yet wait. */
  get entries(): Entry[] | null {
    const { list, variant, topic, q } = this.wanted()
    const { value, fault } = this.studies
    const analyses = list !== 'mine' || topic ? [] : this.#analyses
    const studies = value?.list ?? (fault ? [] : null)
    if (!analyses || !studies) return null
    const from = (value?.next && studies.at(-1)?.updated) || 0
    const asked = q.toLowerCase().split(/\s+/)
    return [
      ...analyses
        .filter((k) => k.changed >= from && (!variant || familyOf(k.variant) === variant))
        .map(entryOf)
        .filter((e) => asked.every((word) => `${e.name} ${say(e.analysis!.title)}`.toLowerCase().includes(word))),
      ...studies.map(ofStudy),
    ].sort((a, b) => b.changed - a.changed)
  }

  /** Follows the analyses of this browser. Returns a function that stops it. */
  follow(): () => void {
    void this.#read()
    return this.storage.listen(() => void this.#read())
  }
  async #read(): Promise<void> {
    const all = await this.storage.list().catch(() => null)
    this.blocked = !all
    this.#analyses = all ?? []
  }

  rename(e: Entry, name: string): Promise<void> {
    return this.#change(async () => {
      if (e.analysis) return this.storage.rename(e.id, name)
      await this.api.rename(e.id, name)
      this.#edit((list) => list.map((s) => (s.id === e.id ? { ...s, name } : s)))
    })
  }
  remove(e: Entry): Promise<void> {
    return this.#change(async () => {
      if (e.analysis) return this.storage.remove(e.id)
      await this.api.remove(e.id)
      this.#edit((list) => list.filter((s) => s.id !== e.id))
    })
  }
  /** Makes a study of an analysis. Returns its address, or undefined if that failed. */
  async share(e: Entry): Promise<string | undefined> {
    let address: string | undefined
    await this.#change(async () => {
      const found = await this.storage.load(e.id)
      if (!found) return
      const { head, table } = unpack(found.content.packed)
      address = await ofAnalysis(e.name, toGame(head, table), found.content.flipped)
    })
    return address
  }
  #edit(change: (list: SharedStudyRow[]) => SharedStudyRow[]): void {
    const { value } = this.studies
    if (value) this.studies.value = { ...value, list: change(value.list) }
  }
  async #change(act: () => Promise<void>): Promise<void> {
    this.refused = ''
    try {
      await act()
    } catch (e) {
      this.refused = form.failed(errorText(e))
    }
    await this.#read()
  }
}
