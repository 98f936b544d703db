// The clock of a storm: three minutes from the first move. Right moves in a row add time, wrong ones cost some.

export const stormTime = 180_000 // ms
/** What all bonuses together can add, in ms. */
const mostBonus = 60_000
export const penalty = 10_000 // ms
/** After so many right moves in a row so many seconds are added; later after every tenth as many as the last. */
const bonuses = new Map([
  [5, 3],
  [12, 5],
  [20, 7],
  [30, 10],
])

export class StormClock {
  combo = 0
  longest = 0
  wrong = 0
  #started = -1
  #lost = 0
  #gained = 0

  get running(): boolean {
    return this.#started >= 0
  }
  start(now: number): void {
    if (!this.running) this.#started = now
  }
  /** The time left, in ms. */
  left(now: number): number {
    return Math.max(0, stormTime + this.#gained - this.#lost - this.took(now))
  }
  /** How long it has run, in ms. A page in the background learns late that the time is up. */
  took(now: number): number {
    return this.running ? Math.min(now - this.#started, stormTime + this.#gained) : 0
  }
  /** Notes a right move. Returns the seconds that it adds. */
  good(): number {
    this.longest = Math.max(this.longest, ++this.combo)
    const bonus = bonuses.get(this.combo) ?? (this.combo > 30 && this.combo % 10 === 0 ? 10 : 0)
    const added = Math.min(bonus * 1000, mostBonus - this.#gained)
    this.#gained += added
    return added / 1000
  }
  /** Notes a wrong move. */
  bad(): void {
    this.combo = 0
    this.wrong++
    this.#lost += penalty
  }
}
