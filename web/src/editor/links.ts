// Links to positions.

import type { Draft } from './types'

/** A FEN as part of a link, in which slashes may stay as they are. */
const written = (fen: string) => encodeURIComponent(fen).replaceAll('%2F', '/')
const game = (variant: string) => variant.split('+').map(encodeURIComponent).join('+').replaceAll('%3A', ':')

export const editorAt = (variant: string, fen: string): string => `/editor/${game(variant)}` + (fen ? `?fen=${written(fen)}` : '')

export const editorOf = (d: Draft): string => editorAt(d.state.variant, d.scene.fen)
export const analysisOf = (d: Draft): string => `/analysis/${game(d.state.variant)}?fen=${written(d.scene.fen)}`
/** In a query, unlike in a path, a plus sign would be a space. */
export const newGameOf = (d: Draft): string => `/new?variant=${encodeURIComponent(d.state.variant)}&fen=${written(d.scene.fen)}`
