// Checks a description of the API, as a server publishes it, with the rules of Redocly's linter:
//
//   node scripts/openapi.mjs openapi.json
//
// It prints what is wrong, and then exits with 1. So it does for an exception that is not needed any more.
import { createConfig, lint } from '@redocly/openapi-core'

// All that Redocly recommends, and what else is no matter of style.
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    'component-name-unique': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-required-schema-properties-undefined': 'error',
  },
})

// What it names all the same, and why that stays.
const exceptions = [
  // The paths are Lichess's. The server takes the path with fewer parameters.
  { rule: 'no-ambiguous-paths', at: /^#\/paths\/~1api~1((board|bot)~1game|games|swiss|tv)~1{/ },
  // One path is only read and the other only written to.
  { rule: 'no-ambiguous-paths', at: /^#\/paths\/~1api~1puzzles~1{id}~1(report|vote)$/ },
  // It leads to a page, always.
  { rule: 'operation-2xx-response', at: /^#\/paths\/~1api~1unsubscribe\/get\/responses$/ },
  // Sockets carry them, and OpenAPI describes no sockets.
  { rule: 'no-unused-components', at: /^#\/components\/schemas\/(Client|Server)Message$/ },
]

const problems = await lint({ ref: process.argv[2], config })
const needed = new Set()
for (const { ruleId, message, location } of problems) {
  const at = location.map((l) => l.pointer).join(', ')
  const exception = exceptions.find((e) => e.rule === ruleId && e.at.test(at))
  if (exception) {
    needed.add(exception)
    continue
  }
  console.log(`${ruleId} at ${at}: ${message}`)
  process.exitCode = 1
}
for (const e of exceptions.filter((e) => !needed.has(e))) {
  console.log(`the exception of ${e.rule} at ${e.at} is not needed`)
  process.exitCode = 1
}
