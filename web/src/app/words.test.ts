import { expect, test } from 'vitest'
import { texts } from '../net/german'
import { common } from '../ui/text'
import { common as german } from '../ui/text.de'

type Text = Record<string, unknown>
const english = import.meta.glob<Text>(['/src/**/text.ts', '/src/**/*.text.ts'], { eager: true })
const sources = import.meta.glob<string>(['/src/**/*.{ts,svelte}', '!/src/**/*.test.ts', '!/src/**/*text.de.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const isGroup = (x: unknown): x is Text => x?.constructor === Object

const files = Object.keys(english)
const plain = Object.entries(sources).map(
  ([file, text]) => [file, text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->|^\s*\/\/.*$/gm, '')] as const,
)

/** Returns how the code names the texts of a file: all of it that reads them, with §name for an export. */
function readers(of: string): string {
  const mark = (text: string, own: string, name: string, before = '') =>
    text.replace(new RegExp(`(?<!(?<!\\.\\.)\\.)(?<![\\w'"/#-])${own}\\b(?!['":])${before}`, 'g'), `§${name}`)
  return plain
    .map(([file, text]) => {
      if (file === of) {
        return Object.keys(english[of]!).reduce((all, name) => mark(all, name, name, '(?=\\??\\.\\w|\\[)'), text)
      }
      let marked = text
      for (const [all, names, path] of text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)) {
        if (new URL(path!, `file://${file}`).pathname + '.ts' !== of) continue
        marked = marked.replace(all, '')
        for (const [, name, own] of names!.matchAll(/(\w+)(?: as (\w+))?/g)) marked = mark(marked, own ?? name!, name!)
      }
      for (const [all, path, name] of text.matchAll(/import\('([^']+)'\)\)\.(\w+)/g)) {
        if (new URL(path!, `file://${file}`).pathname + '.ts' === of) marked = marked.replace(all, `§${name}`)
      }
      return marked === text ? '' : marked
    })
    .join('\n')
}

/** Lists the keys below a group that no code names. One that is read as a whole, or by a computed key, has none. */
function unread(group: Text, path: string, code: string): string[] {
  const uses = Array.from(code.matchAll(new RegExp(`${path}\\b(?:\\??\\.(\\w+))?`, 'g')), ([, key]) => key)
  if (!uses.length) return [path]
  if (uses.some((key) => key === undefined)) return []
  return Object.entries(group).flatMap(([key, value]) => {
    if (!uses.includes(key)) return [`${path}.${key}`]
    return isGroup(value) ? unread(value, `${path}.${key}`, code) : []
  })
}

test.each(files)('all texts of %s are read', (of) => {
  const code = readers(of)
  const groups = Object.entries(english[of]!).filter(([, value]) => isGroup(value))
  expect(groups.flatMap(([name, group]) => unread(group as Text, `§${name}`, code))).toEqual([])
})

test('what common says is said there only', () => {
  const pairs = (en: unknown, de: unknown, path: string): [string, string][] =>
    typeof en === 'string'
      ? [[`${en} | ${String(de)}`, path]]
      : isGroup(en)
        ? Object.entries(en).flatMap(([key, value]) => pairs(value, (de as Text)[key], `${path}.${key}`))
        : []
  const shared = new Map(pairs(common, german, 'common'))
  const copies = files.flatMap((file) => pairs({ ...english[file] }, texts[file.replace('.ts', '.de.ts')], file))
  const others = /ui\/text\.ts|sections\.play|start\.(engine|self)|embed\.open/ // read by computed keys, and a link
  expect(copies.filter(([words, path]) => shared.has(words) && !others.test(path))).toEqual([])
})
