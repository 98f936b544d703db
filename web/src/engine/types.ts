/** What the engine thinks. Scores are White's view. */
export interface Thought { depth: number; seldepth: number; nodes: number; nps: number; time: number; lines: ThoughtLine[] }
export interface ThoughtLine { score: Score; pv: string[]; san: string[] }
export interface Score { cp?: number; mate?: number }
