// The types fit what the manual does, and name every export.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import * as wane from 'wane'

const declared = readFileSync(new URL('../index.d.ts', import.meta.url), 'utf8')

test('every export and every method is declared', () => {
  for (const name of Object.keys(wane)) assert.match(declared, new RegExp(`export .*\\b${name}\\b`))
  for (const type of [wane.Board, wane.Game]) {
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      if (name !== 'constructor') assert.match(declared, new RegExp(`^  ${name}\\(`, 'm'), name)
    }
  }
})

test('the examples of the manual compile', () => {
  const text = readFileSync(new URL('../../docs/javascript.md', import.meta.url), 'utf8')
  const folder = mkdtempSync(new URL('../node_modules/.types-', import.meta.url).pathname)
  try {
    const examples = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code], i) => {
      writeFileSync(`${folder}/example${i}.mts`, code.replaceAll('catch (e)', 'catch (e: any)'))
      return `${folder}/example${i}.mts`
    })
    const tsc = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom,esnext.disposable',
    ]
    execFileSync(process.execPath, [tsc, ...options, ...examples], { encoding: 'utf8', cwd: folder, stdio: 'pipe' })
  } catch (e) {
    assert.fail(e.stdout || e.message)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
