import type { Scene } from './types'

/** Scenes with their cells: those that are left out are as in the scene before. */
export function whole(scenes: Scene[], before?: Scene): Scene[] {
  return scenes.map((s) => (before = s.cells ? s : { ...s, cells: before?.cells, shapes: before?.shapes }))
}
