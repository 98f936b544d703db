import { afterAll, afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'

vi.mock('../gen/wasm_exec.js', () => ({}))

const fetching = vi.fn<typeof fetch>()
const streaming = vi.spyOn(WebAssembly, 'instantiateStreaming') as unknown as Mock<
  (answer: Response) => Promise<unknown>
>
const whole = vi.spyOn(WebAssembly, 'instantiate') as unknown as Mock<(bytes: ArrayBuffer) => Promise<unknown>>
let ran: unknown[]
let m: typeof import('./program')

beforeEach(async () => {
  ran = []
  fetching.mockReset().mockImplementation(async () => new Response('program'))
  streaming.mockReset().mockResolvedValue({ instance: 'streamed' })
  whole.mockReset().mockResolvedValue({ instance: 'whole' })
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal(
    'Go',
    class {
      importObject = {}
      run(instance: unknown) {
        ran.push(instance)
        return Promise.resolve()
      }
    },
  )
  m = await import('./program')
})
afterEach(() => vi.unstubAllGlobals())
afterAll(() => vi.restoreAllMocks())

describe('a program', () => {
  it('is compiled while it loads', async () => {
    const { ended } = await m.startProgram('/x.wasm')
    await ended
    expect([ran, fetching.mock.calls.length, whole.mock.calls.length]).toEqual([['streamed'], 1, 0])
  })
  it('is fetched whole if that fails', async () => {
    streaming.mockRejectedValue(new TypeError('wrong type'))
    await m.startProgram('/x.wasm')
    expect(ran).toEqual(['whole'])
    expect(new TextDecoder().decode(whole.mock.calls[0]![0])).toBe('program')
  })
  it('that is missing or unreachable fails otherwise than one that does not compile', async () => {
    fetching.mockResolvedValue(new Response('', { status: 503, statusText: 'Unavailable' }))
    await expect(m.startProgram('/x.wasm')).rejects.toEqual(new m.FetchError('/x.wasm: 503 Unavailable'))
    fetching.mockRejectedValue(new TypeError('no network'))
    await expect(m.startProgram('/x.wasm')).rejects.toThrow(m.FetchError)
    fetching.mockImplementation(async () => new Response('program'))
    streaming.mockRejectedValue(new Error('bad'))
    whole.mockRejectedValue(new Error('bad program'))
    await expect(m.startProgram('/x.wasm')).rejects.not.toBeInstanceOf(m.FetchError)
    expect(ran).toEqual([])
  })
  it('whose connection breaks counts as not loaded', async () => {
    streaming.mockRejectedValue(new TypeError('network'))
    fetching.mockImplementation(
      async () => new Response(new ReadableStream({ start: (c) => c.error(new Error('broken')) })),
    )
    await expect(m.startProgram('/x.wasm')).rejects.toThrow(m.FetchError)
  })
})
