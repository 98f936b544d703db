import { describe, expect, it } from 'vitest'
import { opened, show, type Page, type Shown } from './pushed'

function worker(pages: string[] = []) {
  const log: string[] = []
  const shown: { title: string; body: string; tag: string; data: string; lang: string }[] = []
  const w: Shown = {
    show: async (title, o) => void shown.push({ title, ...o }),
    pages: async () => pages.map((url): Page => ({ url, focus: async () => log.push('focus ' + url) })),
    open: async (url) => log.push('open ' + url),
  }
  return { w, log, shown }
}

describe('a push', () => {
  it('is shown in the language of the browser', async () => {
    const { w, shown } = worker()
    await show(JSON.stringify({ id: 'turn/g/3', kind: 'turn', game: 'g', name: 'Ben', language: 'de' }), w)
    await show(JSON.stringify({ id: 'challenged/c', kind: 'challenged', game: 'c', name: 'Ben' }), w)
    await show(JSON.stringify({ id: 'followed/h', kind: 'followed', game: '', name: 'Ben' }), w)
    expect(shown.map((s) => [s.body, s.tag, s.data, s.lang])).toEqual([
      ['Du bist am Zug gegen Ben.', 'turn/g/3', '/game/g', 'de'],
      ['Ben challenges you.', 'challenged/c', '/challenge/c', 'en'],
      ['Ben follows you.', 'followed/h', '/@/Ben', 'en'],
    ])
  })
  it('is shown even if it cannot be read', async () => {
    const { w, shown } = worker()
    await show('{', w)
    expect(shown).toHaveLength(1)
    expect(shown[0]!.data).toBe('/')
  })
})

describe('a click', () => {
  it('goes to the page that is open, or opens one', async () => {
    const { w, log } = worker(['https://wane.example/', 'https://wane.example/game/g'])
    await opened('/game/g', w)
    await opened('/game/h', w)
    expect(log).toEqual(['focus https://wane.example/game/g', 'open /game/h'])
  })
})
