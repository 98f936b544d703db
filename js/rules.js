// Speaks with the program of the rules through its memory.

import { startProgram } from './program.js'

const [isError, isText, isNumber, isFalse] = [0, 1, 2, 3]

/** Starts the rules and returns a function that calls theirs by name; fail makes an error of a text. */
export async function startRules(wasm) {
  const { exports } = await startProgram('wane.wasm', wasm)
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  let memory
  // The memory moves when it grows.
  const bytes = () => (memory?.buffer === exports.mem.buffer ? memory : (memory = new Uint8Array(exports.mem.buffer)))
  const read = (length) => {
    const at = exports.grow(0)
    return decoder.decode(bytes().subarray(at, at + length))
  }
  const write = (text) => {
    const most = 3 * text.length
    const at = exports.grow(most)
    return encoder.encodeInto(text, bytes().subarray(at, at + most)).written
  }
  const numbers = new Map(
    read(exports.names())
      .split(' ')
      .map((name, i) => [name, i]),
  )
  return (name, board, args, fail) => {
    const length = args.length ? write(args.join('\0')) : 0
    const result = exports.invoke(numbers.get(name), board, args.length, length)
    switch (result & 7) {
      case isError:
        throw fail(read(result >> 3))
      case isText:
        return read(result >> 3)
      case isNumber:
        return result >> 3
      case isFalse:
        return false
    }
    return true
  }
}
