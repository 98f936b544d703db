// Opens studies from storage, games, links and addresses.

import { ApiError, call, errorText, inEnglish, newID, pgnAddress, request } from '../net/api'
import { editorLink, link } from '../net/links'
import { askHere, rules } from '../rules/rules'
import { familyOf } from '../rules/variant'
import type { BoardView, Color, FullGame, StudyGame, StudyNode, StudyReading } from '../net/types'
import { workspace, opening } from './text'
import { say } from '../net/sentences.text'
import { decode, LinkError } from './link'
import { packGame, type Packed } from './packed'
import { StorageError, type Content, type StudyInfo, type StudyStorage } from './storage'
import { gameStudyID, type Source } from './source'

/** Parses the games of a text; fixes are corrections such as "1#15...Kb4". */
export function read(variant: string, text: string, fixes: string[] = [], fen = ''): Promise<StudyReading> {
  return askHere<StudyReading>((e) => e.read(variant, fen, text, fixes.join('\n')))
}

/** Writes a game as PGN. */
export function write(game: StudyGame): Promise<string> {
  return askHere<string>((e) => e.write(JSON.stringify(game)))
}

export interface Opened {
  info: StudyInfo
  packed: Packed
  at: number[]
  flipped: boolean
  /** The game on the server that the study is made from. */
  game?: FullGame['game']
  /** The color that the user had in it; undefined for both and for none. */
  you?: Color
  /** That game as it is now; a stored study may be older. */
  now?: StudyGame
  /** The board before the first move, if it is known. */
  start?: BoardView
}

/** The reason why a study cannot be opened, for users. */
export class OpenError extends Error {
  constructor(
    message: string,
    /** What the user can do instead. */
    readonly action?: { href: string; label: string },
    readonly heading?: string,
  ) {
    super(message)
  }
}

export async function open(source: Exclude<Source, { kind: 'choose' }>, storage: StudyStorage): Promise<Opened> {
  if (source.kind === 'stored') return openStored(source.id, storage)
  if (source.kind === 'game') {
    const o = await openGame(source.id, storage)
    return source.ply === undefined ? o : { ...o, at: Array.from({ length: source.ply }, () => 0) }
  }
  if (source.kind === 'packed') return openPacked(source.variant, source.text)
  return openLine(source.variant, source.fen, source.moves)
}

/** Returns a new study of an imported game. */
export function openImported(game: StudyGame): Opened {
  return { info: newInfo(game), packed: packGame(game), at: [], flipped: !!game.flipped }
}

/** Returns the info of a study that is not stored yet. */
export function newInfo(game: StudyGame, id = newID(), of?: string): StudyInfo {
  const tag = (name: string) => game.tags.find((t) => t.name === name)?.value ?? ''
  const now = Date.now()
  const name =
    tag('White') || tag('Black')
      ? workspace.players(tag('White') || '?', tag('Black') || '?')
      : workspace.named(say(game.title), now)
  return { id, name, variant: game.variant, title: game.title, created: now, changed: now, rev: 0, moves: 0, game: of }
}

const fromStorage = ({ info, content }: { info: StudyInfo; content: Content }): Opened => ({
  info,
  packed: content.packed,
  at: content.at,
  flipped: content.flipped,
})

/** Studies that could not be stored; a load of the page loses them. */
const unsaved = new Map<string, Opened>()

/** Lets the page open a study that could not be stored, as it is now. */
export function openUnsaved(o: Opened): void {
  unsaved.set(o.info.id, o)
}
/** Forgets a study that could not be stored before, and now is. */
export function forgetUnsaved(id: string): void {
  unsaved.delete(id)
}

async function openStored(id: string, storage: StudyStorage): Promise<Opened> {
  const found = await storage.load(id).catch((e: unknown) => {
    if (unsaved.has(id)) return null
    throw e instanceof StorageError ? new OpenError(opening.blocked) : e
  })
  const opened = found ? fromStorage(found) : unsaved.get(id)
  if (!opened) throw new OpenError(opening.missing)
  return opened
}

async function openPacked(variant: string, packed: string): Promise<Opened> {
  let text: string
  try {
    text = await decode(packed)
  } catch (e) {
    throw e instanceof LinkError ? new OpenError(opening.links[e.why]) : e
  }
  const got = await read(variant, text)
  const game = got.games[0]
  if (!game || got.error) throw new OpenError(opening.links.damaged)
  return openImported(game)
}

/** Returns the English title of a variant; without a network, of its family if only that is known. */
export async function titleOf(variant: string): Promise<string> {
  try {
    return (await call('GET', '/variants/{name}', { path: { name: variant }, put: inEnglish })).title
  } catch (e) {
    const family =
      e instanceof ApiError &&
      e.status === 0 &&
      (await call('GET', '/variants', { put: inEnglish })).find((v) => v.name === familyOf(variant))
    if (family) return family.title
    throw e
  }
}

async function openLine(variant: string, fen: string, moves: string[]): Promise<Opened> {
  let title: string
  const checked = rules().check(variant, fen) // meanwhile
  checked.catch(() => {})
  try {
    title = await titleOf(variant)
  } catch (e) {
    throw new OpenError(e instanceof ApiError && e.status === 404 ? opening.unknown : opening.failed(errorText(e)))
  }
  const again = { href: link('analysis', variant), label: opening.start }
  const root: StudyNode = { move: '', san: '', children: [] }
  const game: StudyGame = { variant, title, fen, tags: [], result: '*', root }
  let view: BoardView
  try {
    view = await checked
    if (fen && view.fen === (await rules().check(variant, '')).fen) game.fen = ''
  } catch (e) {
    const fix = { href: editorLink(variant, fen), label: opening.fix }
    throw new OpenError(opening.position(errorText(e)), fix)
  }
  if (moves.length) {
    try {
      const views = await rules().views({ variant, fen: game.fen, moves }, 1)
      let node = root
      for (const s of views) node.children.push((node = { move: s.move ?? '', san: s.san ?? '', children: [] }))
    } catch (e) {
      throw new OpenError(opening.moves(errorText(e)), again)
    }
  }
  return { info: newInfo(game), packed: packGame(game), at: moves.map(() => 0), flipped: false, start: view }
}

/** Opens a game of the server. Its players may not analyze it while they play it. */
async function openGame(id: string, storage: StudyStorage): Promise<Opened> {
  let full: FullGame
  const stored = await storage.load(gameStudyID(id)).catch(() => null)
  try {
    full = await call('GET', '/games/{id}', { path: { id } })
  } catch (e) {
    if (stored && e instanceof ApiError && e.status === 0) return fromStorage(stored) // unreachable
    throw new OpenError(opening.failed(errorText(e)))
  }
  const back = { href: link('game', id), label: opening.back }
  if (full.game.status === 'waiting') throw new OpenError(opening.waiting, back)
  if (full.game.status === 'live' && full.you?.length) throw new OpenError(opening.playingWhy, back, opening.playing)
  const answer = await request(pgnAddress(id)).catch((e: unknown) => {
    throw new OpenError(opening.failed(errorText(e)), back)
  })
  const game = (await read(full.game.variant, await answer.text())).games[0]
  if (!game) throw new OpenError(opening.failed('PGN'), back)
  const you = full.you?.length === 1 ? full.you[0] : undefined
  if (stored) return { ...fromStorage(stored), game: full.game, you, now: game }
  return {
    info: newInfo(game, gameStudyID(id), id),
    packed: packGame(game),
    at: [],
    flipped: you === 'black',
    game: full.game,
    you,
    now: game,
  }
}
