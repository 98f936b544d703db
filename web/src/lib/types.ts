// What the server and the rules say, as JSON. internal/live/protocol and
// internal/page/boardview have the same in Go; a test compares the two.

export type Color = 'white' | 'black'

export interface Me {
  id: string
  name: string
}
export interface Seat {
  name?: string
  level?: number
  you?: boolean
  taken: boolean
}
export interface Control {
  base?: number
  increment?: number
  days?: number
}

export interface Game {
  id: string
  variant: string
  title: string
  fen: string
  custom?: boolean
  control: Control
  casual: boolean
  public: boolean
  white: Seat
  black: Seat
  creator?: boolean
  former?: string
  next?: string
  status: 'waiting' | 'live' | 'finished'
  created: number
  updated: number
  ply: number
  position: string
  last?: string
  turn: Color
  result?: string
  reason?: string
  claimAfter?: number
}

export interface Event {
  seq: number
  kind: string
  color?: Color
  at: number
  move?: string
  san?: string
  clocks?: [number, number]
  seat?: Seat
  plies?: number
  result?: string
  reason?: string
  next?: string
}

export interface Times {
  white: number
  black: number
  running?: Color
  first?: number
  now: number
}
export interface Presence {
  white: boolean
  black: boolean
  watchers: number
  whiteAwaySince?: number
  blackAwaySince?: number
}
export interface Lobby {
  seeks: Game[]
  live: Game[]
  finished: Game[]
  mine: Game[]
  players: number
}
export interface Fault {
  code: string
  text: string
}

export interface ClientMessage {
  t: 'watch' | 'unwatch' | 'lobby' | 'do' | 'pong'
  game?: string
  from?: number
  on?: boolean
  id?: string
  order?: string
  color?: Color
  ply?: number
  move?: string
  seen?: number
  n?: number
}

export interface ServerMessage {
  t: 'hello' | 'ping' | 'game' | 'event' | 'presence' | 'ack' | 'nack' | 'lobby' | 'error' | 'bye'
  now?: number
  n?: number
  lag?: number
  me?: Me
  id?: string
  cmd?: string
  seq?: number
  game?: Game
  from?: number
  events?: Event[]
  event?: Event
  times?: Times
  presence?: Presence
  you?: Color[]
  lobby?: Lobby
  error?: Fault
}

export interface NewGame {
  id: string
  variant: string
  fen?: string
  control: Control
  casual: boolean
  opponent: 'engine' | 'friend' | 'anyone' | 'self'
  level?: number
  color: 'white' | 'black' | 'random'
}
export interface Do {
  id: string
  order: string
  color?: Color
  ply?: number
  move?: string
  seen?: number
}
export interface Done {
  seq: number
  event: Event
  next?: string
}
export interface Full {
  game: Game
  events: Event[]
  times: Times
  presence: Presence
  you?: Color[]
}
export interface Variant {
  name: string
  title: string
  look: Look
  short: string
  start: string
  tables?: number
}
export interface VariantFull {
  name: string
  title: string
  look: Look
  short: string
  start: string
  rules: string
}
export type Look = 'classic' | 'court' | 'trio' | 'mist'

// ---- board views: what to draw. Keys of squares and pieces stay theirs through a line.

export interface Square {
  key: number
  name: string
  x: number
  y: number
  col: number
  row: number
  shape: number
  tint: 'dark' | 'light' | 'middle' | 'special'
  vanished?: boolean
  royal?: boolean
}
export interface Piece {
  key: number
  piece: string
  square: number
}
export type Box = [number, number, number, number]

export interface BoardView {
  ply: number
  fen: string
  turn: Color
  box: Box
  squares?: Square[]
  shapes?: number[][]
  pieces: Piece[]
  last?: number[]
  check?: number[]
  move?: string
  san?: string
  narration?: string[]
  steps?: Step[]
  removed?: string
  result?: string
  reason?: string
}
export interface Step {
  kind: 'slide' | 'capture' | 'expel' | 'drop' | 'demote' | 'drop-check' | 'vanish' | 'collapse' | 'promote'
  pieces: Piece[]
  box?: Box
  squares?: Square[]
  shapes?: number[][]
  marks?: number[]
}
export interface Choices {
  ply: number
  routes: Route[]
}
export interface Route {
  from: number
  to: number
  text: string
  captures?: boolean
  promotions?: Promotion[]
  only?: string[]
}
export interface Promotion {
  piece: string
  key: number
  square: number
  name: string
}
export interface Preview {
  text: string
  san: string
  narration: string[]
  steps: Step[]
  collapse?: number[]
  vanish?: number[]
  captures?: number[]
  expel?: number[]
  changes?: PieceChange[]
  dropCheck?: number[]
  check?: boolean
  mate?: boolean
}
export interface PieceChange {
  kind: 'drop' | 'demote' | 'promote'
  key: number
  from: string
  into: string
  square: number
}

// ---- the rules, in the page as WebAssembly, or answered by the server until
// that is loaded (POST /api/views, /api/choices, /api/preview).

export interface Line {
  variant: string
  fen: string
  moves: string[]
}
export interface Rules {
  /** Board views from that ply to the end; the first has its squares. */
  views(line: Line, from: number): Promise<BoardView[]>
  /** Legal moves at the end of the line. */
  choices(line: Line): Promise<Choices>
  preview(line: Line, move: string): Promise<Preview>
  /** Checks a FEN; the error's message says what is wrong. */
  check(variant: string, fen: string): Promise<BoardView>
}
