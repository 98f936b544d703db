// Draws boards as SVG, from what Board.view returns.

import { looks, pieceStyles, symbols } from './look.js'

const unit = 100 // of the picture, for the side of a square

const escape = (s) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

// round keeps coordinates short.
const round = (n) => Math.round(n * 100) / 100

/** Returns the board as an SVG document. */
export function draw(
  view,
  { size = 400, flip = false, coordinates = true, look = view.look, pieces = 'staunton' } = {},
) {
  const colors = looks[look]
  if (!colors) throw new RangeError(`no look '${look}', expected ${Object.keys(looks).join(', ')}`)
  if (!['staunton', 'flat', 'letters'].includes(pieces)) {
    throw new RangeError(`no pieces '${pieces}', expected staunton, flat or letters`)
  }
  if (!(size > 0 && size <= 10000)) throw new RangeError(`size ${size} is out of range (1–10000)`)
  const [left, bottom, width, height] = view.box
  const at = (x, y) =>
    flip ? [(left + width - x) * unit, (y - bottom) * unit] : [(x - left) * unit, (bottom + height - y) * unit]
  const outline = (square) =>
    shapeOf(view, square)
      .map(([x, y]) =>
        at(square.x + x, square.y + y)
          .map(round)
          .join(' '),
      )
      .join('L')
  const out = []
  const squares = new Map(view.squares.map((s) => [s.key, s]))
  for (const s of view.squares) {
    if (s.vanished) continue
    const tint = s.royal ? 'special' : s.tint
    out.push(
      `<path fill="${colors[tint] ?? colors.middle}" d="M${outline(s)}Z"><title>${escape(s.name)}</title></path>`,
    )
  }
  for (const [keys, color] of [
    [view.last, colors.last],
    [view.check, colors.check],
  ]) {
    for (const key of keys ?? []) {
      const s = squares.get(key)
      if (s && !s.vanished) out.push(`<path fill="${color}" fill-opacity=".5" d="M${outline(s)}Z"/>`)
    }
  }
  if (coordinates) out.push(...labels(view, at, colors, flip))
  const side = (isHexagonal(view) ? 1.3 : 0.92) * unit
  for (const { piece, square } of view.pieces) {
    const s = squares.get(square)
    if (!s) continue
    const [x, y] = at(s.x, s.y)
    out.push(
      `<use href="#piece-${piece}" x="${round(x - side / 2)}" y="${round(y - side / 2)}" width="${side}" height="${side}"/>`,
    )
  }
  const used = [...new Set(view.pieces.map((p) => p.piece))].sort()
  const style = fill(pieceStyles, { ...colors, 'set-staunton': 'none', [`set-${pieces}`]: 'inline' })
  const [w, h] = [round(width * unit), round(height * unit)]
  const scale = size / Math.max(w, h)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${round(w * scale)}" height="${round(h * scale)}">\
<style>${style}</style><defs>${used.map((p) => symbols[p]).join('')}</defs>${out.join('')}</svg>`
}

// shapeOf returns the corners of a square around its center.
function shapeOf(view, square) {
  const flat = view.shapes[square.shape]
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]])
}

// labels writes the coordinates: files below their last square and ranks left of their first one, or on hexagons the
// names of squares.
function labels(view, at, colors, flip) {
  const out = []
  const write = (s, text, dx, dy, anchor, size) => {
    const [x, y] = at(s.x, s.y)
    out.push(
      `<text x="${round(x + dx * unit)}" y="${round(y + dy * unit)}" text-anchor="${anchor}" font-size="${size}" ` +
        `font-family="sans-serif" fill="${colors.ornament}">${escape(text)}</text>`,
    )
  }
  if (isHexagonal(view)) {
    for (const s of view.squares) write(s, s.name, 0, 0.8, 'middle', 22)
    return out
  }
  const [files, ranks] = [new Map(), new Map()]
  const before = (a, b) => b === undefined || (flip ? a > b : a < b)
  for (const s of view.squares) {
    if (before(s.row, files.get(s.col)?.row)) files.set(s.col, s)
    if (before(s.col, ranks.get(s.row)?.col)) ranks.set(s.row, s)
  }
  for (const s of files.values()) write(s, s.name.slice(0, 1), 0.45, 0.44, 'end', 18)
  for (const s of ranks.values()) write(s, s.name.slice(1), -0.46, -0.3, 'start', 18)
  return out
}

const isHexagonal = (view) => shapeOf(view, view.squares[0]).length > 4

// fill replaces var(--name, default) in styles.
const fill = (styles, values) =>
  styles.replace(/var\(--([\w-]+)(?:, ([^)]*))?\)/g, (_, name, otherwise) => values[name] ?? otherwise ?? 'none')
