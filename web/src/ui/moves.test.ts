import { afterEach, expect, test, vi } from 'vitest'
import { notation, spokenSan, displaySan, split, toSan } from './moves.svelte'
import * as german from './moves.text.de'

afterEach(() => {
  notation.figurines = false
  vi.doUnmock('./moves.text')
  vi.resetModules()
})

test('moves have letters, or figurines that screen readers hear as words', () => {
  expect(['Nf3', 'O-O', 'e8=Q#', 'Nxe4>B', '--', ''].map((san) => displaySan(san))).toEqual([
    ...['Nf3', 'O-O', 'e8=Q#', 'Nxe4>B', '--', ''],
  ])
  expect(spokenSan('Nf3')).toBe('Nf3')
  notation.figurines = true
  expect(displaySan('1. Nf3 Kd2=BR O-O')).toBe('1. ♘f3 ♔d2=♗♖ O-O')
  expect(displaySan('Nf3', false)).toBe('Nf3')
  expect(spokenSan('Nxe4>B+')).toBe('knight xe4>bishop +')
  expect(split('Better was ♕h4.')).toEqual(['Better was ', '♕', 'h4.'])
})

test('typed moves may have figurines, and letters of the language that mean nothing else', async () => {
  expect(['♘f3', '♞f6', 'Nf3', 'Sf3', 'b4', 'e7e8q'].map(toSan)).toEqual(['Nf3', 'Nf6', 'Nf3', 'Sf3', 'b4', 'e7e8q'])
  vi.resetModules()
  vi.doMock('./moves.text', () => german)
  const de = await import('./moves.svelte')
  expect(['Nf3', 'Bb5', 'Rd1', 'e8=Q'].map((san) => de.displaySan(san))).toEqual(['Sf3', 'Lb5', 'Td1', 'e8=D'])
  expect(['Sf3', 'Lb5', 'Bb5', 'Td1', 'e8=D', 'Kd2=LS'].map(de.toSan)).toEqual([
    ...['Nf3', 'Bb5', 'Bb5', 'Rd1', 'e8=Q', 'Kd2=BN'],
  ])
})

const sources = import.meta.glob<string>(
  ['/src/**/*.ts', '/src/**/*.svelte', '!/src/**/*.test.ts', '!/src/**/fixtures.ts', '!/src/gen/**'],
  { query: '?raw', import: 'default', eager: true },
)

/** The board for other sites has no settings. */
const apart = /^\/src\/embed\//

test('all that shows a move shows it as the user wants to read it', () => {
  const raw = Object.entries(sources).flatMap(([file, text]) => {
    if (apart.test(file)) return []
    const markup = file.endsWith('.svelte') ? text.replace(/<style>[^]*/, '').replace(/[^]*<\/script>/, '') : ''
    const outputs = [
      ...markup.matchAll(/(?<!\bsan=)\{(?![#@:/])(?!san\} \/>)[^{}]*\bsans?\b[^{}]*\}/g), // what the markup says
      ...text.matchAll(/\$\{[^{}]*\.san\b[^{}]*\}/g), // what a sentence says
      ...text.matchAll(/\b(words|text|entry|say)\.\w+\([^{};]*\.san\b.*/g), // what goes into a sentence
    ]
    return outputs
      .filter(([output]) => !/\b(displaySan|spokenSan)\b/.test(output))
      .map(([output]) => `${file}: ${output}`)
  })
  expect(Object.keys(sources).length).toBeGreaterThan(400)
  expect(raw).toEqual([])
})
