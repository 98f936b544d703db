import { describe, expect, test } from 'vitest'
import lacking from '../../routes/server.json'
import menu from '../../routes/menu.json'
import { info } from '../info/text'
import { info as german } from '../info/text.de'
import { match } from '../net/links'
import type { Site } from '../net/site'
import { start } from './start'
import { sites } from './text'

const sources = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte', '!/src/**/*.test.ts', '!/src/gen/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const manual = Object.keys(import.meta.glob('../../../docs/*.md')).map((file) => /(\w[\w-]*)\.md$/.exec(file)![1]!)
const routes = sources['/src/app/routes.ts']!
const pages = Array.from(routes.matchAll(/^ {2}(\w+): \{\s*load: \(\) => import\('\.\.(\/[^']+)'\)/gm))

/** The files that a site can show: its pages, what they import, and so on. */
function reached(): string[] {
  const list = ['/src/app/App.svelte', '/src/site/HomePage.svelte', '/src/site/NoServer.svelte']
  for (const [, name, path] of pages) if (!lacking.includes(name!)) list.push('/src' + path)
  for (const from of list)
    for (const [, to] of sources[from]!.matchAll(/\b(?:from|import)[\s(]*['"](\.[^'"]+)['"]/g)) {
      const path = new URL(to!, `file://${from}`).pathname
      const file = ['', '.ts', '.svelte', '.svelte.ts'].map((ending) => path + ending).find((f) => f in sources)
      // The list of routes has the home page of servers, too.
      if (file && file !== '/src/app/routes.ts' && !list.includes(file)) list.push(file)
    }
  return list
}

/** Files that name pages of a server, and show their links only for what a site never has. */
const others = {
  'an account': ['app/AccountMenu', 'notices/Bell', 'challenge/Incoming', 'tournament/Reminder'],
  'a game or a study on a server': [
    ...['analysis/open', 'analysis/source', 'analysis/Titlebar', 'lobby/GameCard', 'play/Notices', 'review/Moments'],
    ...['share/links', 'study/library', 'study/make', 'tournament/NextGame'],
  ],
  'an opponent, or names of openings': ['challenge/NameField', 'explorer/Names'],
}

describe('a site', () => {
  test('shows no link to a page that needs a server: what has one asks whether there is a server', () => {
    const linking = reached().filter((file) =>
      Array.from(sources[file]!.matchAll(/\blink\('(\w+)'/g)).some(([, name]) => lacking.includes(name!)),
    )
    expect(linking.length).toBeGreaterThan(15)
    const short = (file: string) => file.replace(/^\/src\/|(\.svelte)?(\.ts)?$/g, '')
    const unaware = linking.filter((file) => !/import \{[^}]*\bsite\b[^}]*\} from '.*\/site'/.test(sources[file]!))
    expect(unaware.map(short).sort()).toEqual(Object.values(others).flat().sort())
  })

  test('has a menu of its pages', () => {
    const site = {} as Site
    const names: Record<string, string> = { studies: 'Studies and analyses' }
    start(site, {}, names)
    const left = site.menu(menu)
    expect(names.studies).toBe(sites.studies.title)
    expect(left.map((s) => s.key)).toEqual(['play', 'puzzles', 'learn', 'tools'])
    expect(left.flatMap((s) => s.parts).filter((p) => lacking.includes(p.page))).toEqual([])
  })

  test.each([
    ['English', info],
    ['German', german],
  ])('says about itself what is so, in %s', (_, texts) => {
    for (const { title, sections } of Object.values(texts)) {
      const own = sections.filter((s) => s.site !== false)
      expect(own.length, title).toBeGreaterThan(1)
      expect(new Set(own.map((s) => s.title)).size, title).toBe(own.length)
      expect(JSON.stringify(own), title).not.toMatch(
        /sign(ed)? (in|out|up)|password|friend|guest|anmeld|passw|freund|gast/i,
      )
      for (const { to } of own.flatMap((s) => s.links ?? [])) {
        const page = /^\/docs\/?(.*)/.exec(to)?.[1]
        if (page !== undefined) expect(manual, to).toContain(page || 'site')
        else if (to.startsWith('/')) expect(['', ...lacking], to).not.toContain(match(to)?.name ?? '')
      }
    }
  })
})
