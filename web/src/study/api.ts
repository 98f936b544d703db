// What the server does with shared studies.

import { call, type Given, inEnglish } from '../net/api'
import { say } from '../net/sentences.text'
import type { NewSharedStudy, StudyAnswer, StudyCommand } from './types'

// What people have written stays in their words: only why commands were rejected is the server's.
const answered = (a: StudyAnswer): StudyAnswer => ({ ...a, rejected: a.rejected.map((why) => why && say(why)) })

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
  list: (query: Given<'GET', '/studies'>['query']) => call('GET', '/studies', { query, put: inEnglish }),
  rename: async (id: string, name: string) => {
    const { rejected } = await studyApi.commands(id, 0, [{ kind: 'settings', base: 0, settings: { name } }])
    if (rejected[0]) throw new Error(rejected[0])
  },
  remove: (id: string) => call('DELETE', '/studies/{id}', { path: { id } }),
  create: (body: NewSharedStudy) => call('POST', '/studies', { body, put: inEnglish }),
  get: (id: string, chapter = '') => call('GET', '/studies/{id}', { path: { id }, query: { chapter }, put: inEnglish }),
  events: (id: string, l: Looking, signal?: AbortSignal) =>
    call('GET', '/studies/{id}/events', {
      path: { id },
      query: { ...l, path: l.path.length > longestPath ? '' : l.path },
      put: inEnglish,
      signal,
    }),
  commands: (id: string, since: number, commands: StudyCommand[]) =>
    call('POST', '/studies/{id}/commands', {
      path: { id },
      body: { since, commands },
      put: inEnglish,
      signal: AbortSignal.timeout(patience),
    }).then(answered),
  import: (id: string, pgn: string, variant: string, since: number) =>
    call('POST', '/studies/{id}/import', { path: { id }, body: { pgn, variant, since }, put: inEnglish }).then(
      answered,
    ),
}
