// What the engine thinks, until the engine's own types are here.
export type Thought = { depth: number; seldepth: number; nodes: number; nps: number; time: number; lines: { score: Score; pv: string[]; san: string[] }[] }
export type Score = { cp?: number; mate?: number }
