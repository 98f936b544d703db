// Plays random games beside the package ffish, which is Fairy-Stockfish: the same moves, SAN, FENs and results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Board, ready, startingFen } from 'wane'

// ffish reads its program as a file only where there is no fetch.
const { fetch } = globalThis
delete globalThis.fetch
const { default: ffish } = await import('ffish')
await new Promise((resolve) => (ffish.onRuntimeInitialized = resolve))
globalThis.fetch = fetch
await ready()

// Convergent Chess as a variant file can say it. It has no pawn that moves sideways in a corner, and no check by a piece
// on a royal square: those moves and positions are left out below.
ffish.loadVariantConfig(`
[convergent:chess]
startFen = ${startingFen('convergent')}
castling = false
doubleStep = false
promotionPieceTypes = -
queen = -
rook = -
bishop = -
pawn = -
customPiece1 = q:WFDA
customPiece2 = r:R3
customPiece3 = b:B3
customPiece4 = p:fFfmW
stalemateValue = loss
nMoveRuleTypes = p
`)

const games = Number(process.env.GAMES ?? 15) // of each variant
const limit = 120 // plies

// A small generator, so that a failure can be repeated.
function random(seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
}

const sorted = (list) => list.split(' ').filter(Boolean).sort()

function play(variant, compare) {
  const next = random(7)
  let plies = 0
  let over = 0
  for (let game = 0; game < games; game++) {
    const ours = new Board(variant)
    const theirs = new ffish.Board(variant)
    for (let ply = 0; ply < limit; ply++) {
      compare(ours, theirs)
      plies++
      if (ours.isGameOver()) {
        over++
        break
      }
      const moves = sorted(ours.legalMoves())
      const move = moves[Math.floor(next() * moves.length)]
      assert.equal(ours.push(move), true)
      if (!theirs.push(move)) break // a move that the variant file cannot say
    }
    ours.dispose()
    theirs.delete()
  }
  return { plies, over }
}

test('chess', (t) => {
  const { plies, over } = play('chess', (ours, theirs) => {
    const fen = ours.fen()
    assert.equal(ours.turn(), theirs.turn())
    assert.deepEqual(sorted(ours.legalMoves()), sorted(theirs.legalMoves()), fen)
    assert.deepEqual(sorted(ours.legalMovesSan()), sorted(theirs.legalMovesSan()), fen)
    assert.equal(ours.fen(), theirs.fen())
    assert.equal(ours.isCheck(), theirs.isCheck(), fen)
    assert.equal(ours.moveStack(), theirs.moveStack())
    if (ours.result() !== theirs.result(true))
      assert.match(ours.outcome().reason, /repetition|fifty|dead|material/, fen)
  })
  assert.ok(plies > 60 * games, `${plies} positions`)
  t.diagnostic(`${plies} positions of ${games} games, ${over} to their end`)
})

const intruded = (fen) => {
  const rows = fen.split(' ')[0].split('/')
  return /[A-Z]/.test(rows[0]) || /[a-z]/.test(rows[7])
}

test('Convergent Chess', (t) => {
  let compared = 0
  const { plies } = play('convergent', (ours, theirs) => {
    const fen = ours.fen()
    if (intruded(fen)) return
    const corner = new RegExp(`^(${['b2', 'g2', 'b7', 'g7'].join('|')})`)
    const sideways = (m) => corner.test(m) && m[1] === m[3] && /p/i.test(ours.pieceAt(m.slice(0, 2)))
    const left = sorted(ours.legalMoves()).filter((m) => !sideways(m))
    assert.deepEqual(left, sorted(theirs.legalMoves()), fen)
    for (const move of left) {
      // A piece of a variant file is no pawn, whose captures begin with its file.
      const san = theirs.sanMove(move).replace(/[+#]$/, '')
      const mine = ours.sanMove(move).replace(/[+#]$/, '')
      assert.ok(mine === san || (/^[a-h]/.test(mine) && san.endsWith(mine.slice(-2))), `${fen}: ${mine}, ${san}`)
    }
    assert.equal(ours.fen().split(' ').slice(0, 2).join(' '), theirs.fen().split(' ').slice(0, 2).join(' '))
    compared++
  })
  assert.ok(compared > 20 * games, `${compared} positions compared`)
  t.diagnostic(`${compared} of ${plies} positions of ${games} games`)
})

test('speed beside ffish', (t) => {
  for (const [name, of] of Object.entries({
    legalMoves: (b) => b.legalMoves(),
    'push and pop': (b) => (b.push('e2e4'), b.pop()),
    fen: (b) => b.fen(),
  })) {
    const rate = (b) => {
      const until = performance.now() + 300
      let n = 0
      do {
        for (let i = 0; i < 100; i++) of(b)
        n += 100
      } while (performance.now() < until)
      return n / 0.3
    }
    const [a, b] = [rate(new Board('chess')), rate(new ffish.Board('chess'))]
    t.diagnostic(`${name}: ${Math.round(a)} calls a second, ${(a / b).toFixed(2)} of ffish`)
  }
})
