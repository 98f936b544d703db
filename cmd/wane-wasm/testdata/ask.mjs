// Puts questions to the rules as WebAssembly, as a page does.
//
//   node ask.mjs wasm_exec.js wane.wasm < questions > answers
//
// Questions are a JSON array of arrays: a function's name and its arguments, of
// which those that are numbers in a page become so. Answers are a JSON array of
// texts.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [support, program] = process.argv.slice(2)
await import(pathToFileURL(support).href)
const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject)
void go.run(instance)
const ask = ([name, ...args]) => globalThis.wane[name](...(name === 'scenes' ? args.with(-1, Number(args.at(-1))) : args))
const answers = JSON.parse(readFileSync(0, 'utf8')).map(ask)
process.stdout.write(JSON.stringify(answers), () => process.exit(0))
