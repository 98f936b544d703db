// Boards for the tests.

import type { Cell, Man, Scene, Step } from '../lib/types'
import type { Ground } from './geometry'
import type { Picture } from './film'

const square = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5]
const h = Math.sqrt(3) / 2
const hexagon = [1, 0, 0.5, h, -0.5, h, -1, 0, -0.5, -h, 0.5, -h]
const double = [-0.5, 0, -1, -h, -0.5, -2 * h, 0.5, -2 * h, 1, -h, 0.5, 0, 1, h, 0.5, 2 * h, -0.5, 2 * h, -1, h]

/** A rectangle; its cells' keys are 8 · row + column. */
export function rect(files: number, ranks: number, without: string[] = []): Ground {
  const cells: Cell[] = []
  for (let row = 0; row < ranks; row++) {
    for (let col = 0; col < files; col++) {
      const name = String.fromCharCode(97 + col) + (row + 1)
      if (without.includes(name)) continue
      cells.push({ key: 8 * row + col, name, x: col + 0.5, y: row + 0.5, col, row, shape: 0, tint: (col + row) % 2 ? 'light' : 'dark' })
    }
  }
  return { box: [0, 0, files, ranks], cells, shapes: [square] }
}

/** The board of 43 hexagons; keys count from 0. */
export function hexagons(): Ground {
  const cells: Cell[] = []
  ;[5, 6, 7, 8, 7, 6, 5].forEach((ranks, col) => {
    for (let rank = 1; rank <= ranks; rank++) {
      const special = col === 3 && rank === 4
      if (col === 3 && rank === 5) continue
      const row = 2 * rank + Math.abs(col - 3) + (special ? 1 : 0)
      const name = special ? 'z' : 'abcdefg'[col]! + rank
      cells.push({ key: cells.length, name, x: 1.5 * col + 1, y: h * (row - 4), col, row, shape: special ? 1 : 0, tint: special ? 'special' : 'light' })
    }
  })
  return { box: [0, -3 * h, 11, 16 * h], cells, shapes: [hexagon, double] }
}

export function key(ground: Ground, name: string): number {
  const cell = ground.cells.find((c) => c.name === name)
  if (!cell) throw new Error('no cell ' + name)
  return cell.key
}

export function man(letter: string, id: number, cell: number): Man {
  return { key: id, man: letter, cell }
}

export function scene(ground: Ground, ply: number, men: Man[], steps?: Step[]): Scene {
  return { ply, fen: '', turn: ply % 2 ? 'black' : 'white', box: ground.box, cells: ground.cells, shapes: ground.shapes, men, steps }
}

export function picture(ground: Ground, men: Man[]): Picture {
  return { ...ground, men }
}
