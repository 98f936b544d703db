import assert from 'node:assert/strict'
import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  Board,
  fenError,
  readGamePGN,
  readGamesPGN,
  ready,
  startingFen,
  validateFen,
  variantInfo,
  variants,
  WaneError,
} from 'wane'

test('a call before the rules are loaded says what to do', () => {
  assert.throws(() => new Board('shrink'), /await ready\(\) first/)
})

test('the rules load again after a failure', async () => {
  await assert.rejects(ready({ wasm: new Uint8Array([1, 2, 3]) }))
  await ready()
  await ready()
})

test('every variant plays from its start', () => {
  const names = variants().split(' ')
  assert.deepEqual(names, ['shrink', 'convergent', 'diminuendo', 'cheshire', 'cheshire8', 'chess'])
  for (const name of [...names, 'diminuendo:pbnrqk+qk+fp']) {
    const board = new Board(name)
    assert.equal(board.fen(), startingFen(name))
    assert.equal(board.fen(), variantInfo(name).start)
    const moves = board.legalMoves().split(' ')
    assert.equal(moves.length, board.numberLegalMoves())
    assert.equal(moves.length, board.legalMovesSan().split(' ').length)
    board.push(moves[0])
    assert.equal(board.moveStack(), moves[0])
    assert.equal(board.turn(), false)
    assert.equal(board.pop(), true)
    assert.equal(board.pop(), false)
    assert.equal(board.fen(), startingFen(name))
    assert.match(board.svg(), /^<svg .*<\/svg>$/s)
    board.dispose()
  }
})

test('a board tells its state', () => {
  const board = new Board('chess')
  board.pushSanMoves('f3 e5 g4 Qh4#')
  assert.deepEqual(board.outcome(), { result: '0-1', reason: 'checkmate' })
  assert.equal(board.isGameOver(), true)
  assert.equal(board.isCheck(), true)
  assert.equal(board.checkers(), 'h4')
  assert.equal(board.checkedPieces(), 'e1')
  assert.equal(board.attackers('e1', 'black'), 'h4')
  assert.equal(board.pieceAt('h4'), 'q')
  assert.equal(board.pieceAt('a4'), '')
  assert.equal(board.gamePly(), 4)
  assert.equal(board.fullmoveNumber(), 3)
  assert.equal(board.halfmoveClock(), 1)
  const copy = board.clone()
  copy.pop()
  assert.equal(board.gamePly(), 4)
  assert.equal(copy.variationSan('d8h4'), '2... Qh4#')
  assert.equal(copy.variationSan('d8e7 a2a3', undefined, false), 'Qe7 a3')
  assert.equal(copy.isCapture('e5e4'), false)
  copy.setFen('8/8/4k3/8/8/4K3/8/8 w - - 0 1')
  assert.equal(copy.isInsufficientMaterial(), true)
  assert.equal(copy.hasInsufficientMaterial(true), true)
  copy.reset()
  assert.equal(copy.fen(), startingFen('chess'))
})

test('what a move does', () => {
  const shrink = new Board('shrink', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')
  assert.match(shrink.preview('e2e3').san, /e3/)
  const kinds = shrink.effects('e2e3').map((e) => e.kind)
  assert.equal(kinds[0], 'slide')
  const cat = new Board('cheshire8')
  assert.deepEqual(cat.effects('g1f3'), [
    { kind: 'slide', piece: 'N', from: 'g1', to: 'f3' },
    { kind: 'vanish', from: 'g1' },
  ])
  assert.deepEqual(cat.narrate('g1f3'), ['The white knight goes from g1 to f3.', 'The square g1 vanishes.'])
})

test('a mistake is an error that says what is wrong', () => {
  const board = new Board('shrink')
  for (const [call, says] of [
    [() => new Board('atomic'), /unknown game "atomic"/],
    [() => new Board('shrink', 'nonsense'), /FEN/],
    [() => new Board(7), /variant is number/],
    [() => board.push('e2e5'), /e2e3, e2e4/],
    [() => board.push(undefined), /move is undefined/],
    [() => board.pushSan('Nf6'), /Nf6/],
    [() => board.pushMoves('e2e4 e7e5 e4e5'), /e4e5/],
    [() => board.attackers('z9', true), /no square "z9"/],
    [() => board.attackers('e4', 'red'), /invalid color red/],
    [() => board.svg({ look: 'neon' }), /no look/],
    [() => board.svg({ size: -1 }), /size/],
  ]) {
    assert.throws(call, says)
  }
  assert.equal(board.gamePly(), 0, 'moves before an illegal one are taken back')
  board.dispose()
  board.dispose()
  assert.throws(() => board.fen(), /disposed/)
  assert.throws(() => board.setFen(''), /disposed/)
  assert.ok(new WaneError('') instanceof Error)
})

test('FENs', () => {
  assert.equal(validateFen(startingFen('convergent'), 'convergent'), 1)
  assert.equal(validateFen('8/8 w', 'chess'), 0)
  assert.match(
    fenError('rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'chess'),
    /rank 7 has at least 9 squares/,
  )
})

const two = `[Event "A"]
[Variant "shrink"]

1. e4 e5 2. Nf3 *

[Event "B"]
[Variant "diminuendo"]

1. Ba4 1-0
`

test('a game of a PGN', () => {
  const game = readGamePGN(two)
  assert.equal(game.headers('Event'), 'A')
  assert.equal(game.headers('Nothing'), '')
  assert.match(game.headerKeys(), /Event/)
  assert.equal(game.mainlineMoves(), 'e2e4 e7e5 g1f3')
  assert.equal(game.board().gamePly(), 3)
  assert.throws(() => readGamePGN(''), /game/)
  assert.throws(() => readGamePGN('1. e4 e5 2. Ke8 *'), /Ke8/)
})

test('a stream of games, cut anywhere', async () => {
  const many = Array.from(
    { length: 50 },
    (_, i) => `[Event "${i} ♞"]\n[Variant "chess"]\n\n1. e4 {ünïcode} e5 *\n\n`,
  ).join('')
  const file = join(mkdtempSync(join(tmpdir(), 'wane-')), 'games.pgn')
  writeFileSync(file, many)
  for (const source of [many, createReadStream(file, { highWaterMark: 7 }), new Response(many).body]) {
    const names = []
    for await (const game of readGamesPGN(source)) {
      names.push(game.headers('Event'))
      assert.equal(game.mainlineMoves(), 'e2e4 e7e5')
    }
    assert.deepEqual(
      names,
      Array.from({ length: 50 }, (_, i) => `${i} ♞`),
    )
  }
})

test('a game is there before the stream ends', async () => {
  let sent = 0
  async function* source() {
    for (const text of ['1. d4 d5 *\n\n', '[Event "2"]\n\n1. e4 ', 'e5 *\n\n', '[Event "3"]\n\n1. c4 *\n']) {
      sent++
      yield text
    }
  }
  const seen = []
  for await (const game of readGamesPGN(source())) seen.push([game.mainlineMoves(), sent])
  assert.deepEqual(seen, [
    ['d2d4 d7d5', seen[0][1]],
    ['e2e4 e7e5', seen[1][1]],
    ['c2c4', 4],
  ])
  assert.ok(seen[0][1] < 4, `the first game came after ${seen[0][1]} of 4 parts`)
})

test('a faulty game does not hide the next one', async () => {
  const games = []
  for await (const game of readGamesPGN(`1. e4 e5 2. Ke8 *\n\n[Event "next"]\n\n1. d4 *\n`)) games.push(game)
  assert.equal(games.length, 2)
  assert.match(games[0].fault, /Ke8/)
  assert.equal(games[0].mainlineMoves(), 'e2e4 e7e5')
  assert.equal(games[1].fault, '')
  // A reader that is left early is closed.
  for await (const game of readGamesPGN('1. d4 *\n\n1. e4 *\n')) {
    assert.equal(game.fault, '')
    break
  }
})

test('boards that nobody disposes of do not fill the memory', { timeout: 60_000 }, async () => {
  for (let i = 0; i < 3000; i++) {
    new Board('cheshire').push('e2e4')
    if (i % 500 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(process.memoryUsage().rss < 1e9)
})
