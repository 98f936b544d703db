import { describe, expect, test } from 'vitest'

/** The folders that all features stand on, the lowest first; then come the features, and app above them. */
const base = ['net', 'rules', 'ui', 'board']

const sources = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte', '!/src/**/*.test.ts', '!/src/gen/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Returns the file that a relative import names, or undefined for what is generated or no script. */
function resolve(from: string, to: string): string | undefined {
  const path = new URL(to.replace(/\?.*/, ''), `file://${from}`).pathname
  return ['', '.ts', '.svelte', '.svelte.ts'].map((ending) => path + ending).find((file) => file in sources)
}

const imports = new Map(
  Object.entries(sources).map(([file, text]) => [
    file,
    Array.from(text.matchAll(/\b(?:from|import)[\s(]*['"](\.[^'"]+)['"]/g), ([, to]) => resolve(file, to!)).filter(
      (to) => to !== undefined && to !== file, // a component may show itself again
    ) as string[],
  ]),
)

const folder = (file: string) => file.split('/')[2]!
const height = (file: string) =>
  folder(file) === 'app' ? base.length + 1 : base.indexOf(folder(file)) + 1 || base.length + 0.5

describe('the files of the page', () => {
  test('are read', () => {
    expect(imports.size).toBeGreaterThan(500)
    expect(imports.get('/src/app/main.ts')).toContain('/src/app/App.svelte')
  })

  test('use the storage of the browser by one module', () => {
    const names = /\b(localStorage|sessionStorage|indexedDB)\b/
    expect(Object.keys(sources).filter((file) => names.test(sources[file]!))).toEqual(['/src/net/stored.ts'])
  })

  test('ask the server again and again by one module', () => {
    const having = (what: RegExp) => Object.keys(sources).filter((file) => what.test(sources[file]!))
    const again = having(/\bsetInterval\b|visibilitychange|\bononline\b|'online'/)
    const asking = having(/(?<!\.)\b(call\('GET'|fetch\(|request\()/)
    expect(again).toContain('/src/net/load.svelte.ts')
    expect(asking).toContain('/src/tournament/lists.ts')
    expect(again.filter((file) => asking.includes(file))).toEqual([])
  })

  test('import nothing from a higher layer', () => {
    const wrong = [...imports].flatMap(([file, list]) =>
      list.filter((to) => height(to) > height(file)).map((to) => `${file} imports ${to}`),
    )
    expect(wrong).toEqual([])
  })

  test('do not import each other in a circle', () => {
    const done = new Set<string>()
    const path: string[] = []
    const visit = (file: string): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
      if (done.has(file)) return
      done.add(file)
      path.push(file)
      for (const to of imports.get(file)!) {
        const circle = visit(to)
        if (circle) return circle
      }
      path.pop()
    }
    for (const file of imports.keys()) expect(visit(file)).toBeUndefined()
  })
})
