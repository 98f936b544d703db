import { expect, test } from 'vitest'
import { isRecord, Stored } from './stored'

/** Storage that holds a text of at most so many characters for each key. */
function browser(most = 100) {
  const all: Record<string, string> = {}
  return {
    all,
    getItem: (key: string) => all[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError')
      all[key] = text
    },
    removeItem: (key: string) => void delete all[key],
  }
}

test('values are stored and removed', () => {
  const store = browser()
  const stored = new Stored(() => store)
  expect([stored.write('a', { b: 1 }), stored.read('a', isRecord)]).toEqual([true, { b: 1 }])
  expect([stored.write('a', undefined), stored.read('a', isRecord), store.all]).toEqual([true, undefined, {}])
})

test('damaged values are none', () => {
  const store = browser()
  const stored = new Stored(() => store)
  for (const text of ['', '{', '[]', 'null', '1']) {
    store.all['a'] = text
    expect([stored.getItem('a'), stored.read('a', isRecord)]).toEqual([text, undefined])
  }
})

test('full and blocked storage throws nothing', () => {
  const full = new Stored(() => browser(3))
  expect([full.setItem('a', 'long text'), full.setItem('a', 'abc')]).toEqual([false, true])
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  for (const open of [blocked, () => null, () => undefined]) {
    const stored = new Stored(open)
    expect([
      stored.setItem('a', 'b'),
      stored.setItem('a', null),
      stored.getItem('a'),
      stored.write('a', 1),
      stored.read('a', isRecord),
    ]).toEqual([false, false, null, false, undefined])
  }
})
