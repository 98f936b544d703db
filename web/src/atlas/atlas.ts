// The atlas of the rankings, from the server: what self-play says about each of them.

import { call, inEnglish } from '../net/api'
import type { Sample, Table } from '../net/types'

/** A measurement of all rankings, in the order of the table's rankings. */
export interface Measure {
  name: string
  /** Decimals that values and errors are shown with. */
  decimals: number
  values: readonly number[]
  /** Standard errors. */
  errors?: readonly number[]
}

export type Measures = ReadonlyMap<string, Measure>

export interface Atlas {
  table: Table
  /** The indexes of the rankings in the measures. */
  index: ReadonlyMap<string, number>
  measures: Measures
}

/** Reads a table; undefined if it has no measures. */
export function read(table: Table): Atlas | undefined {
  const rankings = table.rankings ?? []
  const columns = (table.columns ?? []).filter((c) => rankings.length > 0 && c.values?.length === rankings.length)
  if (!columns.length) return undefined
  const measures = columns.map(({ name, decimals, values, errors }): Measure => {
    const real = (list: readonly number[]) => list.map((n) => n / 10 ** decimals)
    return {
      name,
      decimals,
      values: real(values!),
      errors: errors?.length === rankings.length ? real(errors) : undefined,
    }
  })
  return {
    table,
    index: new Map(rankings.map((order, i) => [order, i])),
    measures: new Map(measures.map((m) => [m.name, m])),
  }
}

const suffixes = ['', 'Qk', 'Fp', 'QkFp']

/**
 * Returns the measures by their plain names: those of games with options where the atlas has them, whose names are in
 * own.
 */
export function withOptions(all: Measures, kind: number): { measures: Measures; own: string[] } {
  const measures = new Map<string, Measure>()
  const own: string[] = []
  for (const [name, plain] of all) {
    if (/(Qk|Fp)$/.test(name)) continue
    const other = kind > 0 ? all.get(name + suffixes[kind]) : undefined
    if (other) own.push(name)
    measures.set(name, other ? { ...other, name } : plain)
  }
  return { measures, own }
}

let table: Promise<Atlas | undefined> | undefined
const samples = new Map<string, Promise<Sample | undefined>>()

/** Returns the atlas, undefined if the server has none. */
export function atlas(): Promise<Atlas | undefined> {
  // Its sentences are put into the page's language where they are shown.
  table ??= call('GET', '/atlas', { put: inEnglish }).then(read, (): undefined => {
    table = undefined // the next call retries
  })
  return table
}

/** Returns a typical game of a ranking without options, undefined if there is none. */
export function sample(order: string): Promise<Sample | undefined> {
  let found = samples.get(order)
  if (!found) {
    found = call('GET', '/atlas/{ranking}', { path: { ranking: order } }).catch((): undefined => {
      samples.delete(order)
    })
    samples.set(order, found)
  }
  return found
}
