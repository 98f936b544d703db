// Keeps the studies of this browser on the server, for the account that the user has signed in to.
//
// Studies are edited in the browser; this module sends what has changed and fetches what other
// devices have changed. A study that was changed on two devices is kept twice: the server's version
// under its ID, and this browser's as a copy.

import { ApiError, call, inEnglish, newID } from '../net/api'
import type { Content, Kept, KeepingStorage, Opponent, StudyInfo } from './storage'

/** How studies are kept: here only, with the server being asked, on the server, or not since it is unreachable. */
export type Keeping = 'here' | 'busy' | 'kept' | 'unreachable'

/** A study in a list of the server. */
export interface Listed {
  id: string
  version: string
  name: string
  variant: string
  title: string
  created: number
  changed: number
  moves: number
  game?: string
}

/** The content of a study as the server keeps it. */
export interface KeptContent extends Omit<Content, 'id'> {
  opponent?: Opponent
}

/** The studies on the server. Its errors are ApiErrors. */
export interface Keeper {
  list(): Promise<Listed[]>
  load(id: string): Promise<{ info: Listed; content: KeptContent }>
  /** Stores a study over a version, '' for a new one, and returns its version. */
  save(info: StudyInfo, content: KeptContent, instead: string): Promise<string>
  remove(id: string, version: string): Promise<void>
}

/** What a pass has done. */
export interface Outcome {
  /** The studies that were changed on two devices, and the copies of this one's versions. */
  conflicts: { name: string; copy: string }[]
  /** How many the server does not take: there are too many, or one is too large. */
  refused: number
}

const most = 3 // passes, if other devices change studies at the same time

/** Makes the studies here and on the server equal. Without a connection it throws an ApiError. */
export async function syncStudies(
  storage: KeepingStorage,
  server: Keeper,
  account: string,
  copyOf: (name: string) => string,
): Promise<Outcome> {
  const all: Outcome = { conflicts: [], refused: 0 }
  for (let n = 0; n < most; n++) {
    const { raced, refused, conflicts } = await new Pass(storage, server, account, copyOf).run()
    all.conflicts.push(...conflicts)
    all.refused = refused
    if (!raced) break
  }
  return all
}

/** Removes the studies that the account has from this browser; those that it does not have yet stay. */
export async function forgetStudies(storage: KeepingStorage, account: string): Promise<void> {
  for (const info of await storage.list())
    if (info.kept?.account === account && info.rev === info.kept.rev) await storage.drop(info.id, info.rev)
}

class Pass implements Outcome {
  conflicts: Outcome['conflicts'] = []
  refused = 0
  /** Whether something was changed meanwhile, here or on the server. */
  raced = false

  constructor(
    private readonly storage: KeepingStorage,
    private readonly server: Keeper,
    private readonly account: string,
    private readonly copyOf: (name: string) => string,
  ) {}

  async run(): Promise<this> {
    const there = new Map((await this.server.list()).map((r) => [r.id, r]))
    await this.#removeGone(there)
    // A running game against the computer stays in its browser: it is no study yet.
    const here = (await this.storage.list()).filter((l) => l.opponent?.result !== '*')
    for (const local of here) {
      const remote = there.get(local.id)
      there.delete(local.id)
      // Another user of this browser.
      if ((local.kept?.account ?? local.owner ?? this.account) !== this.account) continue
      if (remote) await this.#both(local, remote)
      else await this.#onlyHere(local)
    }
    const running = new Set((await this.storage.list()).map((l) => l.id))
    for (const remote of there.values()) if (!running.has(remote.id)) await this.#fetch(remote, 0)
    return this
  }

  async #removeGone(there: Map<string, Listed>): Promise<void> {
    for (const g of this.storage.gone()) {
      if (g.account !== this.account) continue
      // Another device has changed what was deleted here: it comes back.
      if (there.get(g.id)?.version === g.version && (await this.#try(() => this.server.remove(g.id, g.version))))
        there.delete(g.id)
      this.storage.forget(g.id)
    }
  }

  async #onlyHere(local: StudyInfo): Promise<void> {
    if (local.kept && local.rev === local.kept.rev)
      await this.storage.drop(local.id, local.rev) // deleted on another device
    else await this.#send(local, '')
  }

  async #both(local: StudyInfo, remote: Listed): Promise<void> {
    const changedHere = local.rev !== local.kept?.rev
    const changedThere = remote.version !== local.kept?.version
    if (changedHere && changedThere) await this.#conflict(local, remote)
    else if (changedHere) await this.#send(local, remote.version)
    else if (changedThere) await this.#fetch(remote, local.rev)
  }

  /** Sends a study in place of a version. */
  async #send(local: StudyInfo, instead: string): Promise<void> {
    const found = await this.storage.load(local.id)
    if (!found) return
    const { info, content } = found
    await this.#try(async () => {
      const version = await this.server.save(info, keptContent(info, content), instead)
      await this.storage.mark(info.id, { account: this.account, version, rev: info.rev })
    })
  }

  /** Fetches a study in place of a revision, 0 for none. */
  async #fetch(remote: Listed, rev: number): Promise<void> {
    await this.#try(async () => {
      const { info, content } = await this.server.load(remote.id)
      if (!(await this.storage.receive(this.#infoOf(info, content), contentOf(info.id, content), rev)))
        this.raced = true
    })
  }

  async #conflict(local: StudyInfo, remote: Listed): Promise<void> {
    await this.#try(async () => {
      const [mine, theirs] = [await this.storage.load(local.id), await this.server.load(remote.id)]
      if (!mine) return void (this.raced = true)
      const kept: Kept = { account: this.account, version: theirs.info.version, rev: mine.info.rev }
      if (mine.info.name === theirs.info.name && same(mine.content, contentOf(local.id, theirs.content)))
        return this.storage.mark(local.id, kept)
      const id = newID()
      const copy = {
        ...mine.info,
        id,
        name: this.copyOf(mine.info.name),
        rev: 0,
        game: undefined,
        kept: undefined,
        owner: this.account,
      }
      await this.storage.save(copy, { ...mine.content, id })
      await this.storage.receive(
        this.#infoOf(theirs.info, theirs.content),
        contentOf(local.id, theirs.content),
        mine.info.rev,
      )
      this.conflicts.push({ name: theirs.info.name, copy: copy.name })
      this.raced = true // the copy is new
    })
  }

  #infoOf({ version, ...info }: Listed, { opponent }: KeptContent): StudyInfo {
    return { ...info, ...(opponent && { opponent }), rev: 0, kept: { account: this.account, version, rev: 0 } }
  }

  /**
   * Does something with one study. The next pass looks again at one that has changed meanwhile; one that the server
   * refuses does not keep the others.
   */
  async #try(what: () => Promise<void>): Promise<boolean> {
    try {
      await what()
      return true
    } catch (e) {
      if (!(e instanceof ApiError)) throw e
      if (e.status === 412 || e.status === 404) this.raced = true
      else if (e.status === 403 || e.status === 413 || e.status === 422) this.refused++
      else throw e
      return false
    }
  }
}

const keptContent = ({ opponent }: StudyInfo, { packed, at, flipped }: Content): KeptContent => ({
  packed,
  at,
  flipped,
  ...(opponent && { opponent }),
})
const contentOf = (id: string, { packed, at, flipped }: KeptContent): Content => ({ id, packed, at, flipped })

/** Reports whether two contents are the same, wherever their users look. */
const same = (a: Content, b: Content): boolean => JSON.stringify(a.packed) === JSON.stringify(b.packed)

/** The server's studies of the account that the user has signed in to. */
export const accountStudies: Keeper = {
  list: async () => (await call('GET', '/account/studies', { put: inEnglish })).studies,
  load: async (id) => {
    const { content, ...info } = await call('GET', '/account/studies/{id}', { path: { id }, put: inEnglish })
    return { info, content: content as KeptContent }
  },
  save: async ({ id, name, variant, title, created, changed, moves, game }, content, instead) =>
    (
      await call('PUT', '/account/studies/{id}', {
        path: { id },
        header: instead ? { 'If-Match': `"${instead}"` } : { 'If-None-Match': '*' },
        body: { name, variant, title, created, changed, moves, ...(game && { game }), content },
        put: inEnglish,
      })
    ).version,
  remove: (id, version) =>
    call('DELETE', '/account/studies/{id}', { path: { id }, header: { 'If-Match': `"${version}"` } }),
}
