import { describe, expect, it } from 'vitest'
import { address, ask, blank, details, fitting, read, selects, type Filter } from './filter'

const filter = (f: Partial<Filter>): Filter => ({ ...blank, ...f })
const asked = (f: Partial<Filter>) => Object.fromEntries(new URLSearchParams(ask(filter(f))))

describe('the filter of finished games', () => {
  it('is restored from its address', () => {
    for (const f of [
      blank,
      filter({ variant: 'diminuendo:pbnrqk+qk', player: 'Zoë & “Ben”', color: 'white', ending: 'won' }),
      filter({
        mine: true,
        least: '10',
        most: '20',
        moves: '1. e4 e5',
        variant: 'chess',
        from: '2026-05-01',
        to: '2026-05-31',
      }),
      filter({ opponent: 'engine', level: '3' }),
    ]) {
      expect(read(new URL(address(f), 'http://wane.example').searchParams)).toEqual(f)
    }
    expect(address(blank)).toBe('/games')
    expect(address(filter({ player: '  ' }))).toBe('/games?player=')
  })

  it('ignores unknown parts of an address', () => {
    expect(read(new URLSearchParams('variant=go&mine=perhaps&odd=1'))).toEqual(filter({ variant: 'go' }))
  })

  it('asks for plies, shows moves', () => {
    expect(asked({ least: '1', most: '1' })).toEqual({ minplies: '1', maxplies: '2' })
    expect(asked({ least: '30' })).toEqual({ minplies: '59' })
    expect(asked({ least: 'many' })).toEqual({ minplies: 'many' }) // the server says what is wrong
  })

  it('asks for days in the user’s time zone', () => {
    const { from, to } = asked({ from: '2026-12-31', to: '2026-12-31' }) as { from: string; to: string }
    expect(from).toBe(new Date(2026, 11, 31).toISOString())
    expect(to).toBe(new Date(2027, 0, 1).toISOString())
    expect(asked({ from: '2026-02-30' })).toEqual({ from: '2026-02-30' })
    expect(asked({ to: 'tomorrow' })).toEqual({ to: 'tomorrow' })
  })

  it('drops fields that apply to no player', () => {
    expect(fitting(filter({ color: 'white', ending: 'won', level: '3', moves: 'e4' }))).toEqual(blank)
    const mine = filter({
      mine: true,
      color: 'white',
      ending: 'won',
      opponent: 'engine',
      level: '3',
      variant: 'chess',
      moves: 'e4',
    })
    expect(fitting(mine)).toEqual(mine)
    expect(fitting(filter({ variant: 'diminuendo:all', moves: 'c4', ending: 'draw' }))).toEqual(
      filter({ variant: 'diminuendo:all', ending: 'draw' }),
    )
  })

  it('knows whether it selects anything', () => {
    expect(selects(blank)).toBe(false)
    expect(selects(filter({ mine: true }))).toBe(true)
    expect(details(filter({ mine: true, player: 'Ann' }))).toBe(0)
    expect(details(filter({ to: '2026-05-31', least: '9' }))).toBe(2)
  })
})
