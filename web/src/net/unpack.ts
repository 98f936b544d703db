/** Unpacks gzip, unless the browser has done so already: some hosts send such files as compressed. */
export async function unpack(data: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(data)
  if (first !== 0x1f || second !== 0x8b) return data
  return await new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
