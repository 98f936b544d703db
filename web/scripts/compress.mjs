// Lays beside every file of the built page that gains by it the same file
// compressed, as FILE.br and FILE.gz, and holds the page to its budget of bytes.
// Of the WebAssembly programs, which are large, only FILE.br stays: the server
// unpacks it for those who need that.
//
//   node scripts/compress.mjs [FOLDER]     dist/page if none is given
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const kilobyte = 1000
// What may be fetched before one can play, before a board on another site can be
// seen, and for everything together: scripts with gzip, programs with Brotli. The
// engine is fetched when a user switches it on.
const budget = {
  scripts: 119 * kilobyte,
  embed: 62.5 * kilobyte,
  all: 551 * kilobyte,
  rules: 889 * kilobyte,
  engine: 1082 * kilobyte,
}
const kinds = ['.js', '.css', '.svg', '.wasm', '.json', '.txt', '.webmanifest', '.nnue']
const folder = process.argv[2] ?? 'dist/page'
// Compressing the rules well takes seconds, and they change less often than the
// page: results for large files are kept. All files are compressed side by side, as
// far as there are processors.
const cache = 'node_modules/.cache/wane-compress'
const large = 200 * kilobyte

const [squeezeBrotli, squeezeGzip] = [promisify(brotliCompress), promisify(gzip)]

async function brotli(data, name) {
  const squeeze = () =>
    squeezeBrotli(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
        [constants.BROTLI_PARAM_MODE]:
          extname(name) === '.wasm' ? constants.BROTLI_MODE_GENERIC : constants.BROTLI_MODE_TEXT,
      },
    })
  if (data.length < large) return squeeze()
  const kept = join(cache, createHash('sha256').update(data).digest('hex') + '.br')
  if (existsSync(kept)) return readFileSync(kept)
  const out = await squeeze()
  mkdirSync(cache, { recursive: true })
  writeFileSync(kept, out)
  return out
}

// Vite tells which scripts each script needs at once.
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
const need = (key, all = new Set()) => {
  if (all.has(manifest[key].file)) return all
  all.add(manifest[key].file)
  for (const part of manifest[key].imports ?? []) need(part, all)
  return all
}
const first = need('index.html')
const embed = need('embed.html')
rmSync(join(folder, '.vite'), { recursive: true })

const total = { scripts: 0, embed: 0, all: 0, styles: 0, rules: 0, engine: 0 }
async function compress(entry) {
  const name = join(entry.parentPath, entry.name)
  const data = readFileSync(name)
  const program = name.endsWith('.wasm')
  const [br, gz] = await Promise.all([brotli(data, name), program ? data : squeezeGzip(data, { level: 9 })])
  if (br.length < data.length) writeFileSync(name + '.br', br)
  if (gz.length < data.length) writeFileSync(name + '.gz', gz)
  if (name.endsWith('.js')) total.all += gz.length
  if (first.has(relative(folder, name))) total.scripts += gz.length
  if (embed.has(relative(folder, name))) total.embed += gz.length
  if (name.endsWith('.css')) total.styles += gz.length
  if (program) {
    rmSync(name)
    total[/engine/.test(entry.name) ? 'engine' : 'rules'] += br.length
  }
}

const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
  (e) => e.isFile() && kinds.includes(extname(e.name)) && e.name !== 'loads.json',
)
await Promise.all(entries.map(compress))

const kB = (n) => (n / kilobyte).toFixed(1) + ' kB'
const of = (part) => `${kB(total[part])} of ${kB(budget[part])}`
console.log(
  `page: scripts at first ${of('scripts')}, embedded ${of('embed')}, all scripts ${of('all')}, styles ${kB(total.styles)} (gzip); rules ${of('rules')}, engine ${of('engine')} (brotli)`,
)
for (const part of Object.keys(budget)) {
  if (total[part] > budget[part]) {
    console.error(`page: '${part}' has grown past its budget: ${of(part)}`)
    process.exitCode = 1
  }
}
