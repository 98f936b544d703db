import { expect, it, vi } from 'vitest'
import type { StudyInfo, StudyStorage } from '../analysis/storage'
import { ApiError } from '../net/api'
import { Pages } from '../net/load.svelte'
import { Library, type List, type Wanted } from './library.svelte'
import type { SharedStudies, SharedStudyRow } from './types'

const analysis = (id: string, changed: number, variant = 'shrink'): StudyInfo => ({
  id,
  name: id,
  variant,
  title: 'Shrink Chess',
  created: 0,
  changed,
  rev: 1,
  moves: 2,
})
const study = (id: string, updated: number): SharedStudyRow => ({
  id,
  name: id,
  visibility: 'private',
  topics: [],
  chapters: 1,
  variants: ['chess'],
  created: 0,
  updated,
})
const wanted = (list: List, more: Partial<Wanted> = {}): Wanted => ({ list, variant: '', topic: '', q: '', ...more })

/** A library of these analyses, and of studies in pages. */
function libraryOf(analyses: StudyInfo[], pages: SharedStudyRow[][]) {
  const asked: unknown[] = []
  const state = { blocked: false, fault: null as ApiError | null, analyses }
  const storage: StudyStorage = {
    list: () => (state.blocked ? Promise.reject(new Error('blocked')) : Promise.resolve(state.analyses)),
    load: () => Promise.resolve(null),
    save: (info) => Promise.resolve(info),
    rename: () => Promise.resolve(),
    remove: (id) => {
      state.analyses = state.analyses.filter((k) => k.id !== id)
      return Promise.resolve()
    },
    listen: () => () => {},
  }
  const question = { wanted: wanted('public'), guest: false }
  const api: ConstructorParameters<typeof Library>[3] = {
    list: (query) => {
      asked.push(query)
      if (state.fault) return Promise.reject(state.fault)
      const n = Number(query?.before ?? 0)
      const answer: SharedStudies = { studies: pages[n]!, ...(pages[n + 1] && { next: `${n + 1}` }) }
      return Promise.resolve(answer)
    },
    rename: () => (state.fault ? Promise.reject(state.fault) : Promise.resolve()),
    remove: () => (state.fault ? Promise.reject(state.fault) : Promise.resolve(undefined as never)),
  }
  const library = new Library(
    storage,
    () => question.wanted,
    () => question.guest,
    api,
    (...given) => new Pages(...given),
  )
  library.follow()
  const settled = () => vi.waitFor(() => expect(library.studies.waiting).toBe(false))
  const show = (wanted: Wanted, guest = false) => {
    Object.assign(question, { wanted, guest })
    library.studies.start()
    return settled()
  }
  const names = () => library.entries?.map((e) => e.name)
  return { library, state, asked, names, settled, show }
}

it('lists analyses and studies in one order, also over pages', async () => {
  const { library, names, settled, show } = libraryOf(
    [analysis('a9', 9), analysis('a5', 5), analysis('a1', 1)],
    [[study('s8', 8), study('s6', 6)], [study('s2', 2)]],
  )
  await show(wanted('mine'))
  expect(names()).toEqual(['a9', 's8', 's6'])
  library.studies.more()
  await settled()
  expect(names()).toEqual(['a9', 's8', 's6', 'a5', 's2', 'a1'])
  await show(wanted('public'))
  expect(names()).toEqual(['s8', 's6'])
})

it('asks the server for no studies of a guest, who has analyses', async () => {
  const { names, asked, show } = libraryOf([analysis('a1', 1)], [[study('s2', 2)]])
  await show(wanted('mine'), true)
  await vi.waitFor(() => expect(names()).toEqual(['a1'])) // the storage answers, too
  await show(wanted('shared'), true)
  expect(names()).toEqual([])
  expect(asked).toEqual([])
  await show(wanted('public'), true)
  expect(names()).toEqual(['s2'])
})

it.each([
  [{ variant: 'diminuendo' }, ['Rank two', 'other']],
  [{ q: ' rank  SHRINK ' }, ['Rank two', 'Rank one']],
  [{ q: 'nothing' }, []],
  [{ topic: 'openings' }, []],
])('searches analyses as studies: %j', async (what, found) => {
  const { names, show } = libraryOf(
    [analysis('Rank two', 3, 'diminuendo:kqrbnp'), analysis('Rank one', 2), analysis('other', 1, 'diminuendo')],
    [[]],
  )
  await show(wanted('mine', what))
  expect(names()).toEqual(found)
})

it('shows what there is without a server, or without storage, and says what is missing', async () => {
  const { library, state, names, show } = libraryOf([analysis('a1', 1)], [[study('s2', 2)]])
  state.fault = new ApiError(0, 'offline', 'no network')
  await show(wanted('mine'))
  expect([names(), library.studies.fault]).toEqual([['a1'], state.fault])
  state.fault = null
  state.blocked = true
  library.follow()
  await show(wanted('mine'))
  expect([names(), library.studies.fault, library.blocked]).toEqual([['s2'], undefined, true])
})

it('renames and deletes both, and keeps what the server does not change', async () => {
  const { library, state, names, show } = libraryOf([analysis('a3', 3)], [[study('s2', 2)]])
  await show(wanted('mine'))
  await library.rename(library.entries![1]!, 'better')
  expect(names()).toEqual(['a3', 'better'])
  await library.remove(library.entries![0]!)
  expect(names()).toEqual(['better'])
  state.fault = new ApiError(409, 'busy', 'Try again later.')
  await library.remove(library.entries![0]!)
  expect([names(), library.refused]).toEqual([['better'], 'That did not work: Try again later.'])
  state.fault = null
  await library.remove(library.entries![0]!)
  expect([names(), library.refused]).toEqual([[], ''])
})
