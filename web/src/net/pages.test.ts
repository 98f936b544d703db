import { describe, expect, it } from 'vitest'
import { ApiError } from './api'
import { Pages } from './load.svelte'

const settled = () => new Promise<void>((done) => setTimeout(done))

describe('a list', () => {
  it('grows by pages, in which nothing comes twice', async () => {
    const asked: (string | undefined)[] = []
    const parts = [
      { list: ['a', 'b'], next: 'second' },
      { list: ['b', 'c'], next: '' },
    ]
    const list = new Pages(
      (after?: string) => (asked.push(after), Promise.resolve(parts[asked.length - 1]!)),
      (e) => e,
    )
    list.more()
    expect(asked).toEqual([]) // there is nothing yet
    list.start()
    list.more()
    await settled()
    expect(list.value?.list).toEqual(['a', 'b'])
    list.more()
    await settled()
    list.more()
    expect([asked, list.value]).toEqual([[undefined, 'second'], { list: ['a', 'b', 'c'], next: '' }])
  })
  it('keeps what it has after a failure, and tries again', async () => {
    let fail = true
    const list = new Pages(
      (after?: number) =>
        fail && after
          ? Promise.reject(new ApiError(503, '', 'busy'))
          : Promise.resolve(after ? { list: ['b'] } : { list: ['a'], next: 1 }),
      (e) => e,
    )
    list.start()
    await settled()
    list.more()
    await settled()
    expect([(list.fault as ApiError).status, list.value?.list, list.waiting]).toEqual([503, ['a'], false])
    fail = false
    list.again()
    await settled()
    expect([list.fault, list.value?.list]).toEqual([undefined, ['a', 'b']])
  })
  it('is gone when another question fails', async () => {
    let fail = false
    const list = new Pages(
      () => (fail ? Promise.reject(new Error('busy')) : Promise.resolve({ list: ['a'] })),
      (e) => e,
    )
    list.start()
    await settled()
    fail = true
    list.start()
    expect(list.value?.list).toEqual(['a']) // until there is an answer
    await settled()
    expect([list.fault, list.value]).toEqual([new Error('busy'), undefined])
  })
})
