import { describe, expect, it, test } from 'vitest'
import { say as sayPlainly } from './sentences.text'
import { say, sayAll } from './sentences.text.de'
import catalog from './sentences.de.json'
import written from './sentences.de.json?raw'
import spoken from './testdata/sentences.txt?raw'

/** Words that no German sentence has, outside of what it quotes. */
const english =
  /\b(the|and|is|are|of|on|to|with|expected|not|no|has|have|move|moves|king|queen|rook|bishop|knight|pawn|rank|file|square|white|black)\b/i
const quoted =
  /„[^“]*“|PGN-Angabe \w+|[0-9a-z-]+:[a-z+]+|diminuendo\S*|White "Anna"|„?white“? oder „?black|white oder black|go oder stop|next der|„none“/g

/** Words that both languages have, and names. */
const both = new Set(
  'fen epd pgn nag uci utf iso name option crescendo pbnrqk text passant diminuendo chess shrink kqkq kqrnbp kqrbnp qrnbpk kqrbnpkqrbnp convergent cheshire bytes million engine hash multipv link server api minute computer negative green red blue yellow json tablebase openapi minimum maximum cursor next passkey passkeys chat scope board play probe rate blitz bot token moderator mail puzzle stop arena pause system swiss robin round daily weekly'.split(
    ' ',
  ),
)

/** The same in both languages. */
const same = /^((Shrink|Convergent|Diminuendo|Cheshire Cat) Chess(, 8×8| \([A-Z]{6}\))?|[^a-z]*)$/

/** What stands for each kind in a sample. */
const samples: Record<string, string> = {
  piece: 'white queen',
  type: 'pawn',
  types: 'pawns and rooks',
  color: 'White',
  square: 'e4',
  file: 'c',
  n: '3',
  word: 'Nf3',
  quote: '"Zug"',
  squares: 'a1, b1 and c1',
  list: 'check, check and check',
  rest: 'checkmate',
  text: 'Text',
}
const fill = (key: string) =>
  key
    .replace(/\{color1?\} (?=pawn)/, 'white ')
    .replace(/\{([a-z]+)\d?\}/g, (_, kind: string) => samples[kind] ?? `no such kind: ${kind}`)

const move = /\b[KQRBNP]?[a-j]?\d*(x|-)?([a-j]\d+|z)\S*/g

/** Returns the longer words of a text. */
const words = (text: string) =>
  text
    .replace(quoted, '')
    .replace(move, '')
    .match(/[\p{L}]{3,}/gu) ?? []

/** Returns what of a German text is not German: a word that no German sentence has, or one of the English text. */
function leftover(said: string, german: string) {
  const had = new Set(words(said.replace(/"(?:[^"\\]|\\.)*"/g, '')).map((w) => w.toLowerCase()))
  return (
    english.exec(german.replace(quoted, ''))?.[0] ??
    words(german).find((w) => had.has(w.toLowerCase()) && !both.has(w.toLowerCase()))
  )
}

describe('what the rules and the server say, in German', () => {
  it('has each sentence once', () => {
    expect(written.match(/^ *"/gm)).toHaveLength(Object.keys(catalog).length)
  })
  it('has no English left', () => {
    const said = [...spoken.trim().split('\n'), ...Object.keys(catalog).map(fill)].filter((s) => !same.test(s))
    expect(
      said
        .map((s) => [s, say(s)])
        .map(([s, german]) => [s, german, leftover(s!, german!)])
        .filter(([s, german, left]) => s === german || left),
    ).toEqual([])
  })

  it('fills in the same, and everything', () => {
    const slots = (text: string) =>
      [...new Set(Array.from(text.matchAll(/\{(\w+)(?::\w+)?\}/g), ([, slot]) => slot))].sort()
    for (const [key, german] of Object.entries(catalog)) {
      expect(slots(german), key).toEqual(slots(key))
      expect(say(fill(key)), key).not.toMatch(/\{\w|undefined/)
    }
  })
})

test.each([
  [
    'The white queen goes from d1 to d5 and captures the pawn there.',
    'Die weiße Dame zieht von d1 nach d5 und schlägt dort den Bauern.',
  ],
  [
    'The black pawn goes from d4 to e3 and captures the pawn on e4 en passant.',
    'Der schwarze Bauer zieht von d4 nach e3 und schlägt den Bauern auf e4 en passant.',
  ],
  [
    'White castles: the king goes from e1 to g1, the rook from h1 to f1.',
    'Weiß rochiert: Der König zieht von e1 nach g1, der Turm von h1 nach f1.',
  ],
  ['The black pawn on a1 becomes a queen.', 'Der schwarze Bauer auf a1 wird zur Dame.'],
  ['On z the black queen becomes a rook.', 'Auf z wird die schwarze Dame zum Turm.'],
  [
    'The white rook on a1 cannot go to a3: another piece is in the way; it has no legal move.',
    'Der weiße Turm auf a1 kann nicht nach a3 ziehen: Eine andere Figur steht im Weg; er hat keinen erlaubten Zug.',
  ],
  ['A captured queen comes back as a pawn.', 'Eine geschlagene Dame kehrt als Bauer zurück.'],
  ['Parse FEN: no black king, expected one (column 1).', 'FEN: kein schwarzer König; erwartet: einer (Spalte 1).'],
  ['The game is over. Black wins: checkmate.', 'Die Partie ist beendet. Schwarz gewinnt: Schachmatt.'],
  [
    '"Nc1": no piece on c1; white knight on b1; possible: Na3',
    '„Nc1“: Keine Figur auf c1; weißer Springer auf b1; möglich: Na3',
  ],
  ['unexpected text "a\\n\\"b\\""', 'unerwarteter Text „a\\n"b"“'],
  ['"a: b": the move is missing', '„a: b“: Der Zug fehlt'],
  ['"a; possible: b": not a move; possible: Na3', '„a; possible: b“: Kein Zug; möglich: Na3'],
  ['Invalid step: the cat is out.', 'Invalid step: the cat is out.'],
  ['Diminuendo Chess (QRNBPK, three cats)', 'Diminuendo Chess (QRNBPK, three cats)'],
  [
    'Captured queens and rooks grow stronger, captured pawns weaker.',
    'Geschlagene Damen und Türme werden stärker, geschlagene Bauern schwächer.',
  ],
  ['A second white king.', 'Ein zweiter weißer König.'],
  ['validation failed', 'die Angaben sind ungültig'],
  [
    'En passant on e3 needs e2 vanished, where the pawn came from.',
    'En passant auf e3 ist nur möglich, wenn e2 verschwunden ist: Von dort kam der Bauer.',
  ],
  ['threefold repetition', 'dreifache Stellungswiederholung'],
  ['A name that no rule says', 'A name that no rule says'],
])('%s is %s', (said, german) => {
  expect(say(said)).toBe(german)
})

test('an answer is put into German, but not what players wrote or the page sends back', () => {
  const answer = {
    title: 'Chess',
    fen: 'k w',
    text: 'White is in check.',
    narration: ['White is in check.'],
    faults: [{ text: 'White has 2 kings: leave one of them.', squares: [1] }],
  }
  expect(sayAll(structuredClone(answer))).toEqual({
    ...answer,
    title: 'Schach',
    narration: ['Weiß steht im Schach.'],
    faults: [{ text: 'Weiß hat 2 Könige: Lass nur einen stehen.', squares: [1] }],
  })
})

test('no one reads words for programs', () => {
  expect(sayPlainly('parse FEN: rank 4 has 9 squares, expected 8 (column 5)')).toBe(
    'Rank 4 has 9 squares, expected 8 (column 5)',
  )
})
