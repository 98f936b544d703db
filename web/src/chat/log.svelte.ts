// What was written in a place, as the page follows it.
import type { Room, Said, ServerMessage } from '../net/types'

export type RoomName = Room['room']

const names: readonly RoomName[] = ['players', 'spectators', 'common']

/** How many messages of a room are kept. */
const kept = 200

/** The messages of the rooms that the user may read. */
export class ChatLog {
  rooms = $state.raw<Partial<Record<RoomName, Said[]>>>({})
  /** The number of the last message of each room that the user has seen. */
  #seen = $state.raw<Partial<Record<RoomName, number>>>({})

  get names(): RoomName[] {
    return names.filter((r) => this.rooms[r])
  }

  receive(m: ServerMessage): void {
    const room = m.room as RoomName | undefined
    if (!room) return
    const before = this.rooms[room]
    const from = m.from ?? 0
    if (from > 0 && !before) return
    const old = from > 0 ? before!.filter((s) => s.seq <= from) : []
    this.rooms = { ...this.rooms, [room]: [...old, ...(m.messages ?? [])].slice(-kept) }
    // What was there before the user came is not new.
    if (!before) this.see(room)
  }

  /** Forgets all rooms: the user may read others now. */
  clear(): void {
    this.rooms = {}
  }

  see(room: RoomName): void {
    const last = this.rooms[room]?.at(-1)?.seq ?? 0
    if ((this.#seen[room] ?? -1) < last) this.#seen = { ...this.#seen, [room]: last }
  }

  /** The number of messages of others that the user has not seen. */
  get unread(): number {
    return this.names.reduce(
      (n, r) => n + this.rooms[r]!.filter((s) => !s.you && !s.blocked && s.seq > (this.#seen[r] ?? 0)).length,
      0,
    )
  }
}
