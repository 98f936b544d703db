// Opens a study: from the server, or without a network as this browser has kept it.

import { ApiError } from '../net/api'
import { studyApi } from './api'
import { Replica } from './replica'
import type { Rejected, SharedStorage } from './storage'

/** Keys of changes come from the time, so that those of several tabs differ. */
const stamp = () => Date.now() * 1000 + Math.floor(Math.random() * 1000)

export interface OpenedStudy {
  replica: Replica
  chapter: string
  rejected: Rejected[]
}

/** Opens a study at a chapter, '' for the first. Throws an ApiError. */
export async function openStudy(
  id: string,
  chapter: string,
  account: string,
  storage: SharedStorage,
  api: Pick<typeof studyApi, 'get'> = studyApi,
): Promise<OpenedStudy> {
  const kept = await storage.load(id, account).catch(() => ({ study: null, pending: [], rejected: [] }))
  let replica: Replica
  try {
    const s = await api.get(id, chapter).catch((e: unknown) => {
      // The chapter was deleted, or only this browser has it yet.
      if (chapter && e instanceof ApiError && e.status === 404) return api.get(id)
      throw e
    })
    replica = new Replica(s, stamp)
  } catch (e) {
    if (!kept.study || !(e instanceof ApiError) || e.status !== 0) throw e
    replica = new Replica(kept.study, stamp)
  }
  replica.restore(kept.pending)
  const all = replica.chapters().map((c) => c.id)
  const shown = [chapter, ...all].find((c) => all.includes(c) && replica.has(c))
  if (!shown) throw new ApiError(0, 'offline', '')
  return { replica, chapter: shown, rejected: kept.rejected }
}
