import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setVolume, sound } from './sound'

/** A fake AudioContext. */
class Speaker {
  /** All contexts; the page creates only one. */
  static made: Speaker[] = []
  state = 'running'
  currentTime = 7
  sampleRate = 100
  destination = {}
  starts: number[] = []
  gains: { value: number }[] = []
  constructor() {
    Speaker.made.push(this)
  }
  resume = () => ((this.state = 'running'), Promise.resolve())
  suspend = () => ((this.state = 'suspended'), Promise.resolve())
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
  node = () => {
    const value = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
    return {
      frequency: value,
      gain: value,
      Q: value,
      connect: <T>(to: T) => to,
      start: (at: number) => this.starts.push(at),
      stop: () => {},
    }
  }
  createOscillator = this.node
  createGain = () => {
    const node = this.node()
    this.gains.push(node.gain)
    return node
  }
  createBufferSource = this.node
  createBiquadFilter = this.node
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', Speaker)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
})
afterEach(() => {
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const speaker of Speaker.made) speaker.starts.length = 0
})

test('no audio context before the first user action', () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
  sound('move')
  expect(Speaker.made).toHaveLength(0)
})

test('the audio context is suspended after a sound', () => {
  sound('end')
  const speaker = Speaker.made[0]!
  expect(speaker.starts).toHaveLength(3)
  expect(Math.max(...speaker.starts)).toBeLessThan(8) // long before it rests
  vi.advanceTimersByTime(1500)
  expect(speaker.state).toBe('running')
  sound('move') // rest is put off
  vi.advanceTimersByTime(1500)
  expect(speaker.state).toBe('running')
  vi.advanceTimersByTime(600)
  expect(speaker.state).toBe('suspended')
})

test('the volume of all sounds can be set, and 0 is silence', () => {
  sound('move')
  const speaker = Speaker.made[0]!
  setVolume(0.3)
  expect(speaker.gains[0]!.value).toBe(0.3)
  speaker.starts.length = 0
  setVolume(0)
  sound('move')
  expect(speaker.starts).toHaveLength(0)
  setVolume(1)
})

test('the next sound resumes the audio context', () => {
  sound('move')
  vi.advanceTimersByTime(10_000)
  sound('notify')
  const speaker = Speaker.made[0]!
  expect(Speaker.made).toHaveLength(1)
  expect(speaker.state).toBe('running')
  expect(speaker.starts).toHaveLength(3)
  vi.advanceTimersByTime(10_000)
  expect(speaker.state).toBe('suspended')
})
