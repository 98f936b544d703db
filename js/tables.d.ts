import type { Position, TableResult } from './engine.js'

export type { Position, TableResult }

/** Looks a position up in the built-in tablebases: Shrink Chess up to 4 pieces, Convergent Chess up to 3. */
export function probe(position: Position): Promise<TableResult>

/** Ends the worker that looks. The next look starts it again. */
export function dispose(): Promise<void>
