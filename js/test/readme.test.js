// Runs the examples of the manual. What they print stands in their comments.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'

const text = readFileSync(new URL('../../docs/javascript.md', import.meta.url), 'utf8')
const examples = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code)

test('there are five examples', () => assert.equal(examples.length, 5))

for (const [i, code] of examples.entries()) {
  test(`example ${i + 1} prints what it says`, () => {
    const folder = mkdtempSync(new URL('../node_modules/.example-', import.meta.url).pathname)
    try {
      writeFileSync(`${folder}/example.mjs`, code)
      const printed = execFileSync(process.execPath, [`${folder}/example.mjs`], { encoding: 'utf8', timeout: 60_000 })
      const expected = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line + '\n').join('')
      assert.equal(printed, expected)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}
