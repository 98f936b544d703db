import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Autoplay, pauses, type Playback } from './autoplay.svelte'

/** A game of some plies, whose animations take a while. */
class Game implements Playback {
  at = 0
  went: number[] = []
  animation = 0 // milliseconds
  late = false // board views are still being fetched
  auto!: Autoplay
  constructor(readonly plies: number) {}
  ply = () => this.at
  end = () => this.plies
  go = (ply: number) => {
    this.went.push(ply)
    if (!this.late) this.arrive(ply)
  }
  arrive(ply: number) {
    const animation = this.animation && ply === this.at + 1
    this.at = ply
    this.auto.shown(ply)
    if (!animation) return
    this.auto.animating(true)
    setTimeout(() => this.auto.animating(false), this.animation)
  }
}

let game: Game
let auto: Autoplay
beforeEach(() => {
  vi.useFakeTimers()
  game = new Game(4)
  auto = game.auto = new Autoplay(game)
})

describe('autoplay', () => {
  it('plays to the end and stops there', () => {
    auto.play()
    expect(game.went).toEqual([1]) // at once
    vi.advanceTimersByTime(pauses.normal - 1)
    expect(game.went).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(game.went).toEqual([1, 2])
    vi.runAllTimers()
    expect([game.went, auto.playing]).toEqual([[1, 2, 3, 4], false])
  })
  it('waits for the end of an animation, and then for a pause', () => {
    game.animation = 2000
    auto.play()
    vi.advanceTimersByTime(2000 + pauses.normal - 1)
    expect(game.went).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(game.went).toEqual([1, 2])
    vi.runAllTimers()
    expect([game.at, auto.playing]).toEqual([4, false])
  })
  it('begins at the start when it is at the end', () => {
    game.at = 4
    auto.play()
    expect(game.went).toEqual([0])
    vi.runAllTimers()
    expect(game.went).toEqual([0, 1, 2, 3, 4])
  })
  it('continues from the shown ply', () => {
    game.at = 2
    auto.play()
    vi.runAllTimers()
    expect(game.went).toEqual([3, 4])
  })
  it('stops on request, also during an animation', () => {
    game.animation = 500
    auto.play()
    vi.advanceTimersByTime(100)
    auto.toggle()
    vi.runAllTimers()
    expect([game.went, auto.playing]).toEqual([[1], false])
    auto.toggle()
    vi.runAllTimers()
    expect(game.at).toBe(4)
  })
  it('stops when the user takes over', () => {
    auto.play()
    game.arrive(3)
    expect(auto.playing).toBe(false)
    vi.runAllTimers()
    expect(game.went).toEqual([1])
  })
  it('continues when a board view comes late', () => {
    game.late = true
    auto.play()
    vi.advanceTimersByTime(pauses.normal * 3)
    expect(game.went.every((ply) => ply === 1)).toBe(true)
    game.late = false
    game.arrive(1)
    expect(auto.playing).toBe(true)
    vi.runAllTimers()
    expect(game.at).toBe(4)
  })
  it('changes its speed at once', () => {
    auto.speed = 'slow'
    auto.play()
    vi.advanceTimersByTime(pauses.normal)
    expect(game.went).toEqual([1])
    auto.speed = 'rush'
    vi.advanceTimersByTime(pauses.rush)
    expect([game.went, auto.speed]).toEqual([[1, 2], 'rush'])
  })
  it('waits for an animation that runs already', () => {
    auto.animating(true)
    game.at = 1
    auto.play()
    vi.advanceTimersByTime(10_000)
    expect(game.went).toEqual([])
    auto.animating(false)
    vi.runAllTimers()
    expect(game.went).toEqual([2, 3, 4])
  })
  it('has nothing to do in a game without moves', () => {
    game = new Game(0)
    auto = game.auto = new Autoplay(game)
    auto.play()
    expect(auto.playing).toBe(false)
  })
})
