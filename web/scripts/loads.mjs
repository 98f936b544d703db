// Lists what the page's script loads at once, so that the server names it in the HTML: the scripts and styles of each
// route's page and of each language, as loads.json.
//
//   node scripts/loads.mjs [FOLDER]      dist/page if none is given
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

const folder = process.argv[2] ?? 'dist/page'
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
const routes = Object.keys(JSON.parse(readFileSync('routes/routes.json', 'utf8')))

/** Returns the files that a module needs, itself first. */
function need(key, all = new Set()) {
  const { file, imports = [], css = [] } = manifest[key]
  if (all.has(file)) return all
  all.add(file)
  for (const style of css) all.add(style)
  for (const part of imports) need(part, all)
  return all
}
/** Returns their paths without those that the entry has. */
function paths(key, entry) {
  const known = need(entry)
  return Array.from(need(key), (name) => '/' + name).filter((path) => !known.has(path.slice(1)))
}

// The routes are named in the line of their page's import, or in the last one before it that names any.
const pages = {}
function read(source, entry) {
  let names = []
  for (const line of readFileSync(source, 'utf8').split('\n')) {
    const named = Array.from(line.matchAll(/=== '(\w+)'|^\s*(\w+):/g), ([, tested, key]) => tested ?? key).filter(
      (name) => routes.includes(name),
    )
    if (named.length) names = named
    const [, module] = /\bimport\('([./\w]+\/(?:\w+Page|Embed\w+)\.svelte)'\)/.exec(line) ?? []
    if (!module || !names.length) continue
    for (const name of names) pages[name] ??= paths(join(dirname(source), module), entry)
    names = []
  }
}
read('src/app/routes.ts', 'index.html')
read('src/embed/main.ts', 'embed.html')

// The pages in the first script.
const first = ['home', 'new', 'game', 'embed', 'embedGame']
const missing = routes.filter((name) => !pages[name] && !first.includes(name))
if (missing.length) throw new Error(`loads.mjs finds no page of ${missing.join(', ')}`)

writeFileSync(
  join(folder, 'loads.json'),
  JSON.stringify({ pages, languages: { de: paths('src/net/german.ts', 'index.html') } }),
)
