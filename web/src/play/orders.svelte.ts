// The orders of the user that are on their way: resigning, offers, joining. Moves are not
// among them.

interface PendingOrder {
  id: string
  order: string
  /** The number of its event, when the server has answered. */
  seq?: number
}

export class PendingOrders {
  #pending = $state.raw<PendingOrder[]>([])

  /** Reports whether an order was given and neither its event nor a rejection has come. */
  has(order: string): boolean {
    return this.#pending.some((p) => p.order === order)
  }

  /**
   * Tracks an order until its event comes; see settle. Returns the number of the event, or throws if the order was
   * rejected.
   */
  async track(id: string, order: string, done: Promise<number>): Promise<number> {
    this.#pending = [...this.#pending, { id, order }]
    try {
      const seq = await done
      this.#pending = this.#pending.map((p) => (p.id === id ? { ...p, seq } : p))
      return seq
    } catch (e) {
      this.#pending = this.#pending.filter((p) => p.id !== id)
      throw e
    }
  }

  /** Drops the orders whose events are among those up to last. */
  settle(last: number): void {
    if (this.#pending.some((p) => p.seq !== undefined && p.seq <= last))
      this.#pending = this.#pending.filter((p) => !p.seq || p.seq > last)
  }
}
