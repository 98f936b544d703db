// Answers requests of the API where there is no server: from the files that 'wane site' has written, and by the rules
// and the engine of the page.

import { base, packed } from '../net/site'
import type { Ending, EngineAnswer, Opening } from '../net/types'
import { unpack } from '../net/unpack'
import type { AttemptReport } from '../puzzle/api'
import { inPacks, pack } from '../puzzle/packs'
import { pickNext } from '../puzzle/pick'
import { variants, wanted, type Goal } from '../puzzle/puzzle'
import { knownRating, seen } from '../puzzle/stored'
import { Oracle, OracleError } from '../rules/oracle'
import { rules } from '../rules/rules'
import { history, settle, standing, tried } from './ratings'
import { sites as words } from './text'

type Query = URLSearchParams
/** Returns an answer as it is, a value of its JSON, or undefined if there is no such thing. */
type Answers = (query: Query, ...parts: string[]) => Promise<unknown> | undefined

/** Puts links of texts into the folder of the site. */
const local = (text: string) => text.replaceAll('href=\\"/', `href=\\"${base}/`)

async function file(path: string, query?: Query): Promise<unknown> {
  const found = await fetch(`${base}/api${path}${query?.get('lang') === 'de' ? '.de' : ''}.json`)
  return found.ok ? JSON.parse(local(await found.text())) : undefined
}

/** Things of one kind, as far as they differ from one of them: a list is how much of a text is the same at both ends. */
interface Bundle {
  like: Record<string, unknown>
  of: Record<string, Record<string, unknown>>
}
const bundles = new Map<string, Promise<unknown>>()
/** Loads a file that has many answers. */
function bundle<T>(path: string): Promise<T> {
  let found = bundles.get(path)
  if (!found) {
    found = fetch(`${base}/api${path}.json${packed}`)
      .then(async (r) => (r.ok ? unpack(await r.arrayBuffer()) : Promise.reject(new Error(words.none))))
      .then((data) => JSON.parse(new TextDecoder().decode(data)) as unknown)
    found.catch(() => bundles.delete(path)) // the next question tries again
    bundles.set(path, found)
  }
  return found as Promise<T>
}
async function ranking(path: string, name: string): Promise<unknown> {
  const { like, of } = await bundle<Bundle>(path)
  const found = of[name] ?? of[`diminuendo:${name.toLowerCase()}`]
  if (!found) return
  const whole = { ...like }
  for (const [key, value] of Object.entries(found)) {
    const text = like[key]
    const [head, tail, middle] = Array.isArray(value) ? (value as [number, number, string]) : []
    whole[key] =
      typeof text === 'string' && middle !== undefined
        ? text.slice(0, head) + middle + text.slice(text.length - tail!)
        : value
  }
  return JSON.parse(local(JSON.stringify(whole)))
}

/** A position without its counters of moves, which books ignore. */
const place = (fen: string) => fen.split(' ').slice(0, -2).join(' ')
interface Book {
  /** Answers without the position, by positions. */
  moves: Record<string, Record<string, unknown>>
  names: Record<string, string>
}
const book = (variant: string) => bundle<Book>(`/explorer/${variant}`)
/** What a position has that is in no book. */
const unknown = { total: { games: 0, white: 0, draws: 0, black: 0, plies: 0 }, moves: [], games: [] }

async function explore(query: Query): Promise<unknown> {
  const variant = query.get('variant')!
  if (!books.includes(variant)) return { variant, fen: query.get('fen'), depth: 0, starter: 0, ...unknown }
  const { moves } = await book(variant)
  const fen = query.get('fen') || (await rules().check(variant, '')).fen
  const { depth, starter } = Object.values(moves)[0]!
  return { depth, starter, ...unknown, ...moves[place(fen)], variant, fen }
}
const books: readonly string[] = variants

async function openings(query: Query): Promise<{ openings: Opening[] }> {
  const variant = query.get('variant')!
  const moves = query.get('moves')?.split('_').filter(Boolean) ?? []
  const list: Opening[] = []
  if (books.includes(variant) && moves.length) {
    const { names } = await book(variant)
    const views = await rules().views({ variant, fen: query.get('fen') ?? '', moves }, 1)
    views.forEach(({ fen }, i) => {
      const name = names[place(fen)]
      if (name) list.push({ ply: i + 1, name } as Opening)
    })
  }
  return { openings: list }
}

const engine = new Oracle()
let idle: ReturnType<typeof setTimeout> | undefined
/** Asks the engine, which stays for a while. */
function ask(command: Record<string, unknown>, end: EngineAnswer['t']): Promise<EngineAnswer> {
  clearTimeout(idle)
  idle = setTimeout(() => engine.close(), 60_000)
  return engine.ask<EngineAnswer>(command, [end], 20_000)
}

const inMoves = (plies: number) => (plies + 1) >> 1
async function ending(variant: string, fen: string): Promise<unknown> {
  try {
    const { table } = await ask({ t: 'probe', variant, fen }, 'probe')
    const { result, dtm, moves } = table!
    const [turn, halfmoves] = [fen.split(' ')[1], Number(fen.split(' ').at(-2))]
    return {
      variant,
      fen,
      turn: turn === 'b' ? 'black' : 'white',
      category: result,
      plies: dtm,
      mate: inMoves(dtm),
      counted: dtm > 0 && halfmoves + dtm > 100,
      checkmate: !moves.length && result === 'loss',
      stalemate: !moves.length && result === 'draw',
      moves: moves.map((m) => ({
        move: m.uci,
        san: m.san,
        category: m.result,
        plies: m.dtm,
        mate: inMoves(m.dtm),
        checkmate: m.dtm === 1,
      })),
    } satisfies Ending
  } catch (e) {
    if (!(e instanceof OracleError) || e.kind !== 'refused') throw e
    return Response.json({ code: 'outside', detail: e.message }, { status: 422 })
  }
}

/** A puzzle a day, the same for everyone. */
async function daily(): Promise<unknown> {
  const day = Math.floor(Date.now() / 86_400_000)
  const list = await pack(variants[day % variants.length]!)
  return { day: new Date().toISOString().slice(0, 10), puzzle: list[(day * 7919) % list.length] }
}

const get: Record<string, Answers> = {
  '/variants': () => file('/variants'),
  '/variants/:': (_, name) => (name.includes(':') ? ranking('/variants/rankings', name) : file('/variants/' + name)),
  '/learn/:': (query, name) =>
    name.includes(':')
      ? ranking(`/learn/rankings${query.get('lang') === 'de' ? '.de' : ''}`, name)
      : file('/learn/' + name, query),
  '/learn/:/games/:': (query, variant, name) => file(`/learn/${variant}/games/${name}`, query),
  '/rankings': () => file('/rankings'),
  '/rankings/:': (_, name) => ranking('/rankings/all', name),
  '/atlas': () => file('/atlas'),
  '/atlas/:': (_, name) => ranking('/atlas/samples', name),
  '/explorer': (query) => explore(query),
  '/openings': (query) => openings(query),
  '/tablebase/:': (query, variant) => ending(variant, query.get('fen')!),
  '/puzzles/packs': () => Promise.resolve([]),
  '/puzzles/packs/:': (_, variant) => fetch(`${base}/api/puzzles/packs/${variant}.tsv`),
  '/puzzles/daily': () => daily(),
  '/puzzles/next': async (query) => {
    const variant = query.get('variant')!
    const filter = { variant, theme: query.get('theme') ?? '', goal: (query.get('goal') ?? '') as Goal | '' }
    const list = (await pack(variant)).filter((p) => wanted(p, filter))
    return pickNext(list, knownRating(variant), new Set([...seen(), ...tried()]))
  },
  '/puzzles/me': (query) => standing(query.get('variant')!),
  '/puzzles/me/history': (query) => history(query.get('variant')!, Number(query.get('before'))),
  '/puzzles/:': (_, id) => inPacks(id),
}

/** Puts the parts of a path that match in place of the colons. */
function find(path: string): [Answers, string[]] | undefined {
  for (const [pattern, answers] of Object.entries(get)) {
    const parts = new RegExp(`^${pattern.replaceAll(':', '([^/]+)')}$`).exec(path)
    if (parts) return [answers, parts.slice(1).map(decodeURIComponent)]
  }
}

export async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://site')
  const path = pathname.replace(/^\/api/, '')
  let said: unknown
  if (method === 'POST' && path === '/puzzles/attempts')
    said = await settle((JSON.parse(body as string) as { attempts: AttemptReport[] }).attempts, inPacks, ask)
  else {
    const [answers, parts] = (method === 'GET' && find(path)) || []
    if (!answers) throw new Error(words.none)
    said = await answers(searchParams, ...parts!)
  }
  if (said instanceof Response) return said
  return said ? Response.json(said) : Response.json({ code: 'not-found' }, { status: 404 })
}
