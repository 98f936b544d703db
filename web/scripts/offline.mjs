// Makes the built page installable: lays its icons beside it, and tells the service
// worker which files to keep.
//
//   node scripts/offline.mjs [FOLDER]      dist/page if none is given
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const folder = process.argv[2] ?? 'dist/page'
const worker = join(folder, 'service-worker.js')

for (const { src } of JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')).icons) {
  if (src.endsWith('.png')) copyFileSync(join('src/gen', src), join(folder, src))
}

// Boards on other sites do not use the worker, and Vite's manifest is not served.
const left = /^(embed|assets\/embed-|\.vite\/|loads\.json|licenses\.md|service-worker\.js)/
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((e) => e.isFile())
  .map((e) => relative(folder, join(e.parentPath, e.name)))
  .filter((name) => !left.test(name))
  .sort()
const hash = createHash('sha256')
for (const name of files) hash.update(name + '\0').update(readFileSync(join(folder, name)))
const build = {
  version: hash.update(readFileSync(worker)).digest('hex').slice(0, 12),
  files: files.map((name) => (name === 'index.html' ? '/' : '/' + name)),
}
writeFileSync(worker, `globalThis.waneBuild=${JSON.stringify(build)};\n` + readFileSync(worker, 'utf8'))
