// Synthesized sounds. Browsers allow them after the user's first input.

export type Sound = 'move' | 'capture' | 'collapse' | 'vanish' | 'drop' | 'check' | 'low' | 'end' | 'notify'

let context: AudioContext | undefined
let output: GainNode | undefined // of the context: everything that sounds goes through it
let volume = 1
let noise: AudioBuffer | undefined
let rest: ReturnType<typeof setTimeout> | undefined

/** Milliseconds after which every sound has ended. */
const longest = 2000

/** Sets the volume of all sounds, 0 to 1. */
export function setVolume(to: number): void {
  volume = to
  if (output) output.gain.value = to
}

/** Plays a sound, if the browser allows it. */
export function sound(kind: Sound): void {
  if (typeof AudioContext === 'undefined' || volume === 0 || !navigator.userActivation?.hasBeenActive) return
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => {})
    if (context.state === 'closed') return
    if (!output) {
      output = context.createGain()
      output.connect(context.destination)
      output.gain.value = volume
    }
    scores[kind](context, context.currentTime + 0.005)
    // A running context uses the processor even in silence.
    clearTimeout(rest)
    rest = setTimeout(() => void context?.suspend().catch(() => {}), longest)
  } catch {
    // The machine may have no sound card.
  }
}

/** Plays a tone that swells and fades: start in seconds, frequencies in hertz, length in seconds, gain. */
function tone(
  c: AudioContext,
  at: number,
  from: number,
  to: number,
  length: number,
  loud: number,
  type: OscillatorType = 'sine',
): void {
  const source = c.createOscillator()
  const gain = c.createGain()
  source.type = type
  source.frequency.setValueAtTime(from, at)
  source.frequency.exponentialRampToValueAtTime(to, at + length)
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  source.connect(gain).connect(output!)
  source.start(at)
  source.stop(at + length + 0.02)
}

/** Plays a knock of wood on wood: noise through a narrow band. */
function knock(c: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  if (!noise) {
    noise = c.createBuffer(1, c.sampleRate / 2, c.sampleRate)
    const samples = noise.getChannelData(0)
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  }
  const source = c.createBufferSource()
  const band = c.createBiquadFilter()
  const gain = c.createGain()
  source.buffer = noise
  band.type = 'bandpass'
  band.frequency.value = pitch
  band.Q.value = 2.5
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  source.connect(band).connect(gain).connect(output!)
  source.start(at)
  source.stop(at + length + 0.02)
}

const scores: { [k in Sound]: (c: AudioContext, at: number) => void } = {
  move: (c, t) => knock(c, t, 900, 0.07, 0.5),
  capture: (c, t) => {
    knock(c, t, 1400, 0.05, 0.5)
    knock(c, t + 0.05, 600, 0.1, 0.6)
  },
  collapse: (c, t) => {
    for (let i = 0; i < 4; i++) knock(c, t + 0.12 + i * 0.07, 500 - i * 80, 0.12, 0.4)
    tone(c, t + 0.12, 160, 70, 0.4, 0.12)
  },
  vanish: (c, t) => {
    knock(c, t, 900, 0.06, 0.4)
    tone(c, t + 0.08, 700, 1700, 0.3, 0.04)
  },
  drop: (c, t) => {
    knock(c, t, 1100, 0.05, 0.5)
    tone(c, t + 0.1, 620, 240, 0.22, 0.09)
    knock(c, t + 0.3, 450, 0.1, 0.4)
  },
  check: (c, t) => {
    tone(c, t + 0.03, 660, 655, 0.16, 0.08, 'triangle')
    tone(c, t + 0.13, 880, 875, 0.22, 0.07, 'triangle')
  },
  low: (c, t) => {
    tone(c, t, 980, 975, 0.09, 0.07, 'triangle')
    tone(c, t + 0.16, 980, 975, 0.09, 0.07, 'triangle')
  },
  end: (c, t) => [392, 494, 587].forEach((f, i) => tone(c, t + i * 0.13, f, f, 0.6, 0.08, 'triangle')),
  notify: (c, t) => {
    tone(c, t, 587, 587, 0.2, 0.08, 'triangle')
    tone(c, t + 0.14, 784, 784, 0.35, 0.08, 'triangle')
  },
}
