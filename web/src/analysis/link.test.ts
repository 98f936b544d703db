import { describe, expect, it } from 'vitest'
import { decode, encode, LinkError, longest } from './link'

const why = (p: Promise<unknown>) =>
  p.then(
    () => 'fine',
    (e: unknown) => (e instanceof LinkError ? e.why : `an error of another kind: ${e}`),
  )

describe('a game in a link', () => {
  it('is unpacked as it was packed', async () => {
    for (const text of ['', '[White "Ännchen"]\n\n1. e4 {½ – “hm”} *\n', '1. Nf3 Nf6 2. Ng1 Ng8 '.repeat(500)]) {
      const letters = await encode(text)
      expect(letters).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(await decode(letters)).toBe(text)
    }
  })
  it('is short', async () => {
    expect((await encode('1. e4 d5 2. exd5 c5 3. dxc5 Nc4 4. d3 Ne3 '.repeat(10))).length).toBeLessThan(120)
  })
  it('is rejected if it is too long', async () => {
    let s = 1
    const noise = Array.from({ length: 40_000 }, () =>
      String.fromCharCode(32 + ((s = (s * 48271) % 2147483647) % 90)),
    ).join('')
    expect(await why(encode(noise))).toBe('long')
    expect(await why(decode('A'.repeat(4 * longest.letters + 1)))).toBe('long')
  })
  it('is unpacked up to a limit', async () => {
    const bomb = await new Response(
      new Blob(['x'.repeat(3 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).arrayBuffer()
    const letters = btoa(String.fromCharCode(...new Uint8Array(bomb)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
    expect(letters.length).toBeLessThan(longest.letters)
    expect(await why(decode(letters))).toBe('long')
  })
  it('is rejected if it is damaged', async () => {
    const good = await encode('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7')
    const cut = good.slice(0, -6)
    for (const bad of [cut, '', 'äöü', 'A', good.slice(0, 10) + '!' + good.slice(10), '____' + good])
      expect(await why(decode(bad)), bad).toBe('damaged')
  })
})
