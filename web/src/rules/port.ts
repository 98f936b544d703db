// Starts the engine's worker.

import { packed, site } from '../net/site'

/** What the page needs of a Worker. */
export interface Port {
  onmessage: ((e: MessageEvent<string>) => void) | null
  onerror: ((e: ErrorEvent) => void) | null
  postMessage(text: string): void
  terminate(): void
}

/** Opens a worker; its name says where the program is. */
export const openWorker = (): Port =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: site ? packed : 'wane engine' })
