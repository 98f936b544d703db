// How fast a person likes replays, in this browser.

import { speeds, type Speed } from './autoplay.svelte'

const key = 'wane-replay'

export function speed(): Speed {
  try {
    const found = localStorage.getItem(key) as Speed
    if (speeds.includes(found)) return found
  } catch {
    // A browser that keeps nothing.
  }
  return 'normal'
}

export function keepSpeed(s: Speed): void {
  try {
    localStorage.setItem(key, s)
  } catch {
    // It lasts until the page closes.
  }
}
