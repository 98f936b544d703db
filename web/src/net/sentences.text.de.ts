// Was die Regeln und der Server sagen. Sie sprechen Englisch; sentences.json hat zu jedem Satz einen
// deutschen. Go-Tests prüfen, dass keiner fehlt.
//
// In geschweiften Klammern steht, was der englische Satz einsetzt: seine Art, bei mehreren mit einer
// Nummer, und im deutschen Satz hinter einem Doppelpunkt die Form. Von zwei Mustern, die passen, gilt
// das erste. Ein Satz, von dem ein Teil englisch bliebe, bleibt es ganz.
import type * as en from './sentences.text'
import sentences from './sentences.de.json'

export const language = 'de' satisfies typeof en.language

export const unreachable =
  'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.' satisfies typeof en.unreachable

const square = '(?:[a-j]\\d+|z)'
const quote = '"(?:[^"\\\\]|\\\\.)*"'

/** Was für jede Art eingesetzt sein kann. */
const kinds: Record<string, string> = {
  piece: '(?:white|black) (?:king|queen|rook|bishop|knight|pawn)',
  type: 'king|queen|rook|bishop|knight|pawn',
  types: '(?:kings|queens|rooks|bishops|knights|pawns|, | and )+',
  color: '[Ww]hite|[Bb]lack',
  square,
  file: '[a-j]',
  n: '-?\\d+',
  word: '\\S+',
  quote: quote + "|'(?:[^'\\\\]|\\\\.)+'",
  squares: `${square}(?:(?:, | and )${square})*`,
  list: '.+?', // Satzteile mit Kommas und „and“
  rest: `(?:${quote}|[^"])+?`, // ein Satz oder Satzteil, der kein Zitat teilt; in der Form S groß geschrieben
  text: '.+?', // bleibt, wie es ist
}

const names: Record<string, string> = {
  king: 'König',
  queen: 'Dame',
  rook: 'Turm',
  bishop: 'Läufer',
  knight: 'Springer',
  pawn: 'Bauer',
}
const plurals: Record<string, string> = {
  kings: 'Könige',
  queens: 'Damen',
  rooks: 'Türme',
  bishops: 'Läufer',
  knights: 'Springer',
  pawns: 'Bauern',
}

/** Die Formen: was vor einer Figur steht, männlich und weiblich, und die Endungen ihrer Farbe. */
const forms: Record<
  string,
  { m: [article: string, ending: string]; f: [article: string, ending: string]; weak?: true }
> = {
  '': { m: ['', 'er'], f: ['', 'e'] },
  der: { m: ['der ', 'e'], f: ['die ', 'e'] },
  den: { m: ['den ', 'en'], f: ['die ', 'e'], weak: true },
  ein: { m: ['ein ', 'er'], f: ['eine ', 'e'] },
  einen: { m: ['einen ', 'en'], f: ['eine ', 'e'], weak: true },
  kein: { m: ['kein ', 'er'], f: ['keine ', 'e'] },
  zum: { m: ['zum ', 'en'], f: ['zur ', 'en'], weak: true },
  zweiter: { m: ['ein zweiter ', 'er'], f: ['eine zweite ', 'e'] },
  Geschlagener: { m: ['Ein geschlagener ', 'er'], f: ['Eine geschlagene ', 'e'] },
  Dein: { m: ['Dein eigener ', 'er'], f: ['Deine eigene ', 'e'] },
}

/** Beugt „pawn“ oder „white pawn“: „den Bauern“, „den weißen Bauern“. */
function inflect(words: string, form: string): string {
  const type = words.split(' ').at(-1)!
  const gender = type === 'queen' ? 'f' : 'm'
  if (form === 'er') return gender === 'f' ? 'sie' : 'er'
  const {
    weak,
    [gender]: [article, ending],
  } = forms[form]!
  const color = words.startsWith('white ') ? `weiß${ending} ` : words.startsWith('black ') ? `schwarz${ending} ` : ''
  return article + color + names[type]! + (weak && type === 'pawn' ? 'n' : '')
}

const upper = (s: string) => s.charAt(0).toUpperCase() + s.slice(1)
function parts(s: string, each: (part: string) => string | undefined): string | undefined {
  const all = s.split(/(, | and )/).map((part, i) => (i % 2 ? part.replace('and', 'und') : each(part)))
  return all.includes(undefined) ? undefined : all.join('')
}

/** Schreibt deutsch, was an einer Stelle eingesetzt ist; undefined, wenn es englisch bliebe. */
function write(kind: string, value: string, form: string): string | undefined {
  switch (kind) {
    case 'piece':
    case 'type':
      return inflect(value, form)
    case 'types':
      return parts(value, (type) => plurals[type] ?? type)
    case 'color':
      if (form) return (value === 'white' ? 'weiß' : 'schwarz') + form
      return value.toLowerCase() === 'white' ? 'Weiß' : 'Schwarz'
    case 'squares':
      return parts(value, (square) => square)
    case 'list':
      return parts(value, part)
    case 'quote':
      return `„${value.slice(1, -1).replace(/\\(["'\\])/g, '$1')}“`
    case 'rest': {
      const german = part(value)
      return german && form === 'S' ? upper(german) : german
    }
  }
  return value
}

/** Übersetzt einen Satzteil; einer ohne Wörter bleibt, wie er ist. */
const part = (english: string) => translate(english) ?? (/[a-z]{3}/.test(english) ? undefined : english)

interface Pattern {
  regexp: RegExp
  /** Die Namen der eingesetzten Stellen. */
  slots: string[]
  german: string
}

const slot = /\{([a-z]+)(\d?)(?::(\w+))?\}/g

/** Macht aus einem englischen Satz des Katalogs ein Muster. */
function pattern([english, german]: [string, string]): Pattern {
  const slots: string[] = []
  const source = english.split(/(\{[a-z]+\d?\})/).map((part, i) => {
    if (i % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    slots.push(part.slice(1, -1))
    return `(${kinds[part.replace(/[{}\d]/g, '')]})`
  })
  return { regexp: new RegExp(`^${source.join('')}$`, 's'), slots, german }
}

let patterns: Pattern[] | undefined

/** Übersetzt einen Satz oder Satzteil, der so im Katalog steht. */
function find(english: string): string | undefined {
  patterns ??= Object.entries(sentences).map(pattern)
  for (const { regexp, slots, german } of patterns) {
    const values = regexp.exec(english)
    if (!values) continue
    let whole = true
    const text = german.replace(slot, (_, kind: string, number: string, form = '') => {
      const filled = write(kind, values[slots.indexOf(kind + number) + 1]!, form)
      whole &&= filled !== undefined
      return filled ?? ''
    })
    if (!whole) continue
    return /^[A-Z]/.test(english) ? upper(text) : text
  }
  return undefined
}

function translate(english: string): string | undefined {
  const found = find(english)
  if (found !== undefined) return found
  // Fehler der Regeln werden Sätze: mit großem Anfang und einem Punkt.
  const stop = english.endsWith('.') ? '.' : ''
  const german = find(english.charAt(0).toLowerCase() + english.slice(1, english.length - stop.length))
  return german && upper(german) + stop
}

const known = new Map<string, string>()

export const say = ((english) => {
  let german = known.get(english)
  if (german === undefined) {
    german = translate(english) ?? english
    if (known.size > 5000) known.clear() // wer lange spielt, liest viele Sätze
    known.set(english, german)
  }
  return german
}) satisfies typeof en.say

/** Was in Antworten Sätze sind. */
const fields = new Set([
  'title',
  'short',
  'narration',
  'label',
  'wrong',
  'want',
  'problem',
  'fault',
  'royal',
  'notes',
  'traits',
])
/** Worin auch „text“ ein Satz ist; anderswo ist es ein Zug oder eine Notiz. */
const speaking = new Set(['faults', 'ladder', 'error'])

/** Übersetzt eine Antwort an Ort und Stelle: Stellungen sind groß, und niemand sonst hat sie. */
function walk(x: object, within: string) {
  for (const [key, value] of Object.entries(x)) {
    const name = Array.isArray(x) ? within : key
    if (typeof value === 'string') {
      if (fields.has(name) || (name === 'text' && speaking.has(within)))
        (x as Record<string, unknown>)[key] = say(value)
    } else if (value && typeof value === 'object') walk(value, name)
  }
}

export const sayAll = (<T>(answer: T): T => {
  if (answer && typeof answer === 'object') walk(answer, '')
  return answer
}) satisfies typeof en.sayAll
