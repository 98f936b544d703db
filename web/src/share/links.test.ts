import { describe, expect, it } from 'vitest'
import { embedded, file, fileName, frame, page, tooLong, type Shared } from './links'

const plain = { dark: false, flip: false }
const game: Shared = { variant: 'shrink', fen: 'x y', moves: ['e2e4'], game: 'abc123' }
const line: Shared = { variant: 'diminuendo:pbnrqk+qk', fen: '2k/1R1/K2 w - - 0 1', moves: ['b2c2', 'b3a3'] }

describe('links', () => {
  it('name a game by its id alone', () => {
    expect(page(game)).toBe('/game/abc123')
    expect(embedded(game, plain)).toBe('/embed/game/abc123?theme=light')
    expect(file(game, 'gif', { dark: true, flip: true })).toBe('/api/games/abc123/game.gif?theme=dark&flip=true')
    expect(file(game, 'png', plain)).toBe('/api/games/abc123/board.png')
    expect(file(game, 'pgn', plain)).toBe('/api/games/abc123/pgn')
    expect(fileName(game, 'svg')).toBe('wane-abc123.svg')
  })
  it('contain the whole line', () => {
    const url = new URL(page(line), 'http://wane.example')
    expect(url.pathname).toBe('/analysis/diminuendo:pbnrqk+qk')
    expect(url.searchParams.get('fen')).toBe(line.fen)
    expect(url.searchParams.get('moves')).toBe('b2c2_b3a3')
    const picture = new URL(file(line, 'gif', plain), 'http://wane.example')
    expect(picture.searchParams.get('variant')).toBe(line.variant)
    expect(picture.searchParams.get('moves')).toBe('b2c2_b3a3')
    expect(file(line, 'pgn', plain)).toBe('')
    expect(fileName(line, 'gif')).toBe('wane-diminuendo-pbnrqk-qk.gif')
  })
  it('leave out what is empty', () => {
    expect(page({ variant: 'chess', fen: '', moves: [] })).toBe('/analysis/chess')
  })
  it('are escaped in the code of a frame', () => {
    const code = frame('https://wane.example', game, { dark: true, flip: true }, 'Ann & "Ben" <b>')
    expect(code).toContain('src="https://wane.example/embed/game/abc123?flip=1&amp;theme=dark"')
    expect(code).toContain('title="Ann &amp; &quot;Ben&quot; &lt;b&gt;"')
  })
  it('report that a line is too long', () => {
    expect(tooLong(line)).toBe(false)
    expect(tooLong({ ...line, moves: Array<string>(3000).fill('e2e4') })).toBe(true)
    expect(tooLong({ ...game, moves: Array<string>(3000).fill('e2e4') })).toBe(false)
  })
})
