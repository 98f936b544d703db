// Calls the rules as WebAssembly, as a page does.
//
//   node call.mjs wasm_exec.js wane.wasm < calls > results
//
// Calls are a JSON array of arrays: a function's name and its arguments as strings;
// those that are numbers in a page become numbers. Results are a JSON array of strings.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [support, program] = process.argv.slice(2)
await import(pathToFileURL(support).href)
const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject)
void go.run(instance)
const call = ([name, ...args]) => globalThis.wane[name](...(name === 'views' ? args.with(-1, Number(args.at(-1))) : args))
const results = JSON.parse(readFileSync(0, 'utf8')).map(call)
process.stdout.write(JSON.stringify(results), () => process.exit(0))
