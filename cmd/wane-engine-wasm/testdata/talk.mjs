// Runs the engine's WebAssembly as a page's worker does, and carries commands and
// answers, a line each, between it and standard input and output. The line
// "memory" is answered by the bytes of the program's memory, "cpu" by the
// processor time that Node has used, in microseconds.
//
//   node talk.mjs wasm_exec.js wane-engine.wasm FOLDER_OF_NETWORKS
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

// Node hands out up to a thousand messages of a channel before it looks at
// anything else. Browsers do not, and so neither does this.
globalThis.MessageChannel = class {
  port1 = { onmessage: null }
  port2 = { postMessage: (data) => setImmediate(() => this.port1.onmessage?.({ data })) }
}
const [support, program, networks] = process.argv.slice(2)
await import(pathToFileURL(support).href)
const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject)
const write = (text) => process.stdout.write(text + '\n')
globalThis.postMessage = write
globalThis.waneNetwork = async (variant) => {
  const file = join(networks, variant + '.nnue')
  return existsSync(file) ? readFileSync(file) : null
}
void go.run(instance).then(() => process.exit(3))
const numbers = {
  memory: () => instance.exports.mem.buffer.byteLength,
  cpu: () => process.cpuUsage().user + process.cpuUsage().system,
}
createInterface({ input: process.stdin })
  .on('line', (line) => (line in numbers ? write(String(numbers[line]())) : globalThis.waneEngine(line)))
  .on('close', () => process.exit(0))
