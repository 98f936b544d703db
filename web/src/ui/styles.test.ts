import { describe, expect, test } from 'vitest'

const sources = import.meta.glob<string>(['/src/**/*.svelte', '!/src/gen/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Returns the rules of a style sheet: selectors, with those of media queries, and sorted declarations. */
function rulesOf(css: string): { selector: string; declarations: string[] }[] {
  const plain = css.replace(/\/\*[^]*?\*\//g, '')
  return Array.from(plain.matchAll(/([^{};]+)\{([^{}]*)\}/g), ([, selector, body]) => ({
    selector: selector!.trim().replace(/\s+/g, ' '),
    declarations: body!
      .split(';')
      .map((d) => d.trim().replace(/\s+/g, ' '))
      .filter(Boolean)
      .sort(),
  }))
}
const styles = Object.entries(sources).map(([file, text]) => ({
  file,
  rules: rulesOf(/<style>([^]*)<\/style>/.exec(text)?.[1] ?? ''),
}))

describe('the styles of components', () => {
  test('are read', () => {
    expect(styles.length).toBeGreaterThan(250)
    expect(styles.flatMap((s) => s.rules).length).toBeGreaterThan(1000)
  })

  test('repeat no rule of three declarations: those of several stand in styles.css or a part', () => {
    const files = new Map<string, Set<string>>()
    for (const { file, rules } of styles)
      for (const { declarations } of rules.filter((r) => r.declarations.length >= 3)) {
        const key = declarations.join('; ')
        files.set(key, (files.get(key) ?? new Set()).add(file))
      }
    expect(
      [...files].filter(([, in_]) => in_.size > 1).map(([rule, in_]) => `${rule} in ${[...in_].join(', ')}`),
    ).toEqual([])
  })

  // Hidden words are absolute: below what has no position they would make the box around it scroll.
  test('give what scrolls a position, as .scroll has', () => {
    const own = styles.flatMap(({ file, rules }) =>
      rules
        .filter((r) => r.declarations.some((d) => /^overflow(-y)?: auto$/.test(d)))
        .filter((r) => !r.declarations.some((d) => /^position: /.test(d)))
        .map((r) => `${file}: ${r.selector}`),
    )
    expect(own).toEqual([])
  })

  test('leave the titles of pages to styles.css', () => {
    const own = styles.flatMap(({ file, rules }) =>
      rules.filter((r) => /(^|[\s,(])h1(?![\w-])/.test(r.selector)).map((r) => `${file}: ${r.selector}`),
    )
    expect(own).toEqual([])
  })
})
