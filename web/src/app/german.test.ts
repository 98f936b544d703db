import { describe, expect, it, test } from 'vitest'
import outcome from '../../../game/outcome.go?raw'
import event from '../../../internal/server/livegame/event.go?raw'
import * as analysis from '../analysis/text.de'
import * as engine from '../analysis/engine.text.de'
import * as board from '../board/text.de'
import { texts, type Text } from '../net/german'
import { choose } from '../net/language'
import * as play from '../play/text.de'
import * as player from '../ui/player.text.de'
import * as words from '../ui/text.de'

const english = import.meta.glob<Text>(['/src/**/text.ts', '/src/**/*.text.ts'], { eager: true })
const german = Object.fromEntries(Object.entries(texts).map(([path, file]) => [path.replace('.de.ts', '.ts'), file]))

/** What is called the same in both languages: names, loanwords, and addresses. */
const same =
  /^(wane|API|FEN|PGN|SVG|PNG|Name|Link|Text|Chat|System|Deutsch|English|Normal|Animation( \(GIF\))?|Partie|Shrink|Convergent|Diminuendo|Cheshire Cat( 8×8)?|Bullet|Blitz|Bot|Pause|Engine|live|En passant|Enter|Escape|Median|Problem|Community|Zugzwang|Arena|Performance|Berserk|\w* ?\/.*|https:.*|1\. e4 .*)$/

/** Lists the strings of a catalogue with their keys; functions are left to types and to the tests below. */
function strings(x: unknown, path: string): [string, string][] {
  if (typeof x === 'string') return [[path, x]]
  if (!x || typeof x !== 'object') return []
  return Object.entries(x).flatMap(([key, value]) => strings(value, path ? `${path}.${key}` : key))
}

describe('the texts in German', () => {
  it('have the files and keys of those in English', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort())
    for (const [file, text] of Object.entries(english)) {
      for (const [name, value] of Object.entries(text)) {
        const keys = (x: unknown) => strings(x, name).map(([path]) => path)
        const own = german[file]![name]
        if (typeof value === 'object') expect(keys(own), file).toEqual(keys(value))
        else expect(typeof own, `${file}: ${name}`).toBe(typeof value)
      }
    }
  })

  it('differ from those in English', () => {
    const all = new Map(strings(english, ''))
    const equal = strings(german, '').filter(([path, text]) => all.get(path) === text && /[a-z]{2}/i.test(text))
    expect(equal.map(([, text]) => text).filter((text) => !same.test(text))).toEqual([])
  })

  it('count, and name pieces in their cases', () => {
    expect([0, 1, 2, 2400].map(words.fullMoves)).toEqual(['0 Züge', '1 Zug', '1 Zug', '1.200 Züge'])
    expect([1, 3].map(analysis.importer.found)).toEqual(['1 Partie gefunden.', '3 Partien gefunden. Wähle eine:'])
    expect(player.control({ base: 90_000, increment: 2000 })).toBe('1½ + 2')
    expect(player.control({ days: 1 })).toBe('1 Tag pro Zug')
    expect(engine.inWords({ cp: -134 })).toBe('Schwarz steht um 1,34 besser')
    expect(board.board.selected('q', 'z', 1)).toBe('Schwarze Dame auf Doppelfeld z, 1 Zug')
    expect(play.bar.captured('white', ['Q', 'P', 'P'])).toBe('Geschlagene Figuren von Weiß: Dame, 2 Bauern.')
    expect(words.day(new Date(2026, 2, 3, 12).getTime())).toBe('3. März 2026')
  })

  it('name every reason for the end of a game', () => {
    const reasons = [...(outcome + event).matchAll(/(?:Reason|[a-z]) +(?:game\.)?Reason += "(.+)"/g)].map(
      ([, reason]) => reason!,
    )
    expect(reasons).toHaveLength(18)
    for (const reason of reasons) expect(words.reason(reason), reason).not.toBe(reason)
    expect(words.ended({ result: '1-0', reason: 'checkmate' })).toBe('Weiß gewinnt: Schachmatt')
    expect(words.ended({ result: '*', reason: 'nobody took the other seat' })).toBe('Niemand ist beigetreten')
    const closed = { result: '0-1', reason: 'closed by the operator of the server: two seats, one player' }
    expect(words.ended(closed)).toBe('Schwarz gewinnt: vom Betreiber des Servers beendet: two seats, one player')
  })
})

test.each<['auto' | 'en' | 'de', string[], string]>([
  ['auto', [], 'en'],
  ['auto', ['de-AT', 'en'], 'de'],
  ['auto', ['nl', 'en-GB', 'de'], 'en'],
  ['auto', ['fr', 'DE'], 'de'],
  ['en', ['de'], 'en'],
  ['de', ['en'], 'de'],
])('the setting %s and the languages %j give %s', (setting, accepted, want) => {
  expect(choose(setting, accepted)).toBe(want)
})
