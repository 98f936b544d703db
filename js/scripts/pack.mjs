// Puts the package together in dist/npm, for 'npm publish' or 'npm pack':
//
//   node js/scripts/pack.mjs VERSION
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const version = process.argv[2]
const [from, gen, to] = ['js', 'web/src/gen', 'dist/npm']
const sources = ['index', 'engine', 'tables'].flatMap((name) => [`${name}.js`, `${name}.d.ts`])
const parts = ['program.js', 'rules.js', 'svg.js', 'worker-port.js', 'engine-worker.js']

rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
for (const name of [...sources, ...parts]) copyFileSync(join(from, name), join(to, name))
for (const name of ['wane-engine.wasm', 'wasm_exec.js']) copyFileSync(join(gen, name), join(to, name))
copyFileSync('bin/wane-js.wasm', join(to, 'wane.wasm'))

// The networks, and a list of the variants that have one.
const networks = readdirSync('engine/eval/networks').filter((name) => name.endsWith('.nnue'))
mkdirSync(join(to, 'networks'))
for (const name of networks) copyFileSync(join('engine/eval/networks', name), join(to, 'networks', name))
const names = JSON.stringify(networks.map((name) => name.replace('.nnue', '')))
writeFileSync(join(to, 'networks.js'), `// The variants that have a network.\nexport const networks = ${names}\n`)

copyFileSync('docs/javascript.md', join(to, 'README.md'))
copyFileSync('LICENSE', join(to, 'LICENSE'))

const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'))
writeFileSync(join(to, 'package.json'), JSON.stringify({ ...manifest, version }, null, 2) + '\n')
writeFileSync(join(to, 'look.js'), look())

// look writes the colors of boards and the shapes of pieces, which Go draws, as a module.
function look() {
  const css = readFileSync(join(gen, 'look.css'), 'utf8')
  const looks = {}
  for (const [, name, body] of css.matchAll(/^\.board-[\w.-]+, \.look-(\w+) \{([^}]*)\}/gm)) {
    looks[name] = Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, key, value]) => [key, value]))
  }
  const styles = css
    .split('\n')
    .filter((line) => /^\.(set|piece)-/.test(line))
    .join('\n')
  const sprite = readFileSync(join(gen, 'pieces.svg'), 'utf8')
  const symbols = Object.fromEntries(
    [...sprite.matchAll(/<symbol id="piece-(\w)".*?<\/symbol>/gs)].map(([all, name]) => [name, all]),
  )
  if (Object.keys(looks).length < 4 || Object.keys(symbols).length !== 12 || !styles) {
    throw new Error('look.css or pieces.svg have another form than pack.mjs reads')
  }
  const json = (x) => JSON.stringify(x, null, 2)
  return `// Made from look.css and pieces.svg.
export const looks = ${json(looks)}
export const pieceStyles = ${json(styles)}
export const symbols = ${json(symbols)}
`
}
