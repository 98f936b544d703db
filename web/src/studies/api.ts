// What the server does with shared studies.

import { call, newID } from '../lib/api'
import { query } from '../lib/links'
import type { StudyLeftOut } from '../lib/types'
import { say, sayAll } from '../text/sentences'
import type { NewSharedStudy, SharedStudies, SharedStudy, StudyAnswer, StudyCommand, StudyNews, StudyTopic } from './types'

const path = (id: string, more = '') => `/studies/${encodeURIComponent(id)}${more}`

/** Leaves what people have written in their words: only why commands were rejected is the server's. */
const asWritten = <T>(answer: T): T => answer
const answered = (a: StudyAnswer): StudyAnswer => withLeftOut({ ...a, rejected: a.rejected.map((why) => why && say(why)) })
const withLeftOut = <T extends { leftOut?: StudyLeftOut }>(a: T): T => (a.leftOut ? { ...a, leftOut: sayAll(a.leftOut) } : a)

/** What a list of studies is asked for. */
export interface Listed {
  list: 'mine' | 'shared' | 'public'
  topic?: string
  variant?: string
  q?: string
  owner?: string
  before?: string
}

/** What a page tells and asks with a look for news. Since: the last event that it has. */
export interface Looking {
  since: number
  known: string
  tab: string
  chapter: string
  path: string
}

/** How long changes wait for an answer, in ms: then they are sent again. */
const patience = 12_000

/** A longer path of moves is not sent to others. */
const longestPath = 6000

export const studyApi = {
  list: (l: Listed) => call<SharedStudies>('GET', '/studies' + query({ ...l }), undefined, asWritten),
  topics: (q = '') => call<StudyTopic[]>('GET', '/studies/topics' + query({ q }), undefined, asWritten),
  create: (s: NewSharedStudy) => call<SharedStudy>('POST', '/studies', s, asWritten).then(withLeftOut),
  get: (id: string, chapter = '') => call<SharedStudy>('GET', path(id) + query({ chapter }), undefined, asWritten),
  remove: (id: string) => call<void>('DELETE', path(id)),
  events: (id: string, l: Looking, signal?: AbortSignal) =>
    call<StudyNews>(
      'GET',
      path(id, '/events') + query({ ...l, since: String(l.since), path: l.path.length > longestPath ? '' : l.path }),
      undefined,
      asWritten,
      {},
      signal,
    ),
  commands: (id: string, since: number, commands: StudyCommand[]) =>
    call<StudyAnswer>('POST', path(id, '/commands'), { since, commands }, asWritten, {}, AbortSignal.timeout(patience)).then(answered),
  import: (id: string, pgn: string, variant: string, since: number) =>
    call<StudyAnswer>('POST', path(id, '/import'), { pgn, variant, since }, asWritten).then(answered),
  clone: (id: string, name: string) => call<SharedStudy>('POST', path(id, '/clone'), { id: newID(), ...(name && { name }) }, asWritten),
}

/** The addresses of what can be downloaded. */
export const files = {
  all: (id: string) => '/api' + path(id, '/pgn'),
  chapter: (id: string, chapter: string) => '/api' + path(id, `/chapters/${encodeURIComponent(chapter)}/pgn`),
}
