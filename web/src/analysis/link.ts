// A game in a link: its PGN, deflated, in base64url.

/** The longest game in a link, in characters, and the longest PGN, in bytes. */
export const longest = { letters: 16_000, bytes: 1 << 20 }

/** Why a link does not work. */
export type LinkProblem = 'long' | 'damaged' | 'unsupported'
export class LinkError extends Error {
  constructor(readonly why: LinkProblem) {
    super(why)
  }
}

/** Packs a text for the part of a link after “#g=”. */
export async function encode(text: string): Promise<string> {
  if (typeof CompressionStream === 'undefined') throw new LinkError('unsupported')
  const packed = await readAll(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity)
  let letters = ''
  for (const byte of packed) letters += String.fromCharCode(byte)
  const out = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  if (out.length > longest.letters) throw new LinkError('long')
  return out
}

/** Unpacks a text that encode has packed, up to the limit. */
export async function decode(letters: string): Promise<string> {
  if (typeof DecompressionStream === 'undefined') throw new LinkError('unsupported')
  if (letters.length > 4 * longest.letters) throw new LinkError('long')
  if (!/^[A-Za-z0-9_-]+$/.test(letters)) throw new LinkError('damaged')
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const whole = await readAll(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
      longest.bytes,
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(whole)
  } catch (e) {
    throw e instanceof LinkError ? e : new LinkError('damaged')
  }
}

/** Reads a stream; throws if it is longer than limit. */
async function readAll(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > limit) {
      void reader.cancel().catch(() => {})
      throw new LinkError('long')
    }
    parts.push(next.value)
  }
  const out = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
