import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Board, ready } from 'wane'
import { Engine } from 'wane/engine'
import { dispose, probe } from 'wane/tables'

await ready()

test('the engine searches, stops and tells what it finds', { timeout: 120_000 }, async () => {
  const engine = await Engine.start()
  try {
    const board = new Board('shrink', '2k/1R1/K2 w - - 0 1')
    const found = await engine.search(board, { depth: 6 })
    assert.equal(found.lines[0].score.mate, 2)
    assert.ok(board.legalMoves().split(' ').includes(found.bestMove))

    const two = await engine.search({ variant: 'chess', moves: 'e2e4 e7e5' }, { nodes: 2000, multipv: 2 })
    assert.equal(two.lines.length, 2)

    const infos = []
    const endless = engine.search({ variant: 'cheshire' }, {}, (info) => {
      infos.push(info)
      engine.stop()
    })
    assert.match((await endless).bestMove, /^[a-j]/)
    assert.ok(infos[0].lines[0].pv.length > 0 && infos[0].nodes > 0)

    const replaced = engine.search({ variant: 'cheshire' })
    const next = engine.search({ variant: 'convergent' }, { depth: 2 })
    await assert.rejects(replaced, /replaced/)
    assert.ok((await next).bestMove)

    const mated = new Board('chess')
    mated.pushSanMoves('f3 e5 g4 Qh4#')
    const over = await engine.search(mated, { depth: 2 })
    assert.deepEqual([over.bestMove, over.result], [null, '0-1'])

    await assert.rejects(engine.search({ variant: 'chess', moves: ['e2e5'] }, { depth: 1 }), /e2e5/)
    await assert.rejects(engine.search({ variant: 'chess' }, { multipv: 99 }), /multipv 99/)
    await assert.rejects(engine.search(undefined, { depth: 1 }), /expected a Board/)
  } finally {
    engine.dispose()
  }
  await assert.rejects(engine.search({ variant: 'chess' }, { depth: 1 }), /disposed/)
})

test('the engine evaluates by the networks of the package', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wane-'))
  try {
    cpSync(fileURLToPath(new URL('.', import.meta.resolve('wane'))), folder, { recursive: true })
    writeFileSync(join(folder, 'networks.js'), 'export const networks = []\n')
    const without = await import(pathToFileURL(join(folder, 'engine.js')).href)
    const score = async (engine, variant) => {
      try {
        return (await engine.search({ variant }, { depth: 5 })).lines[0].score.cp
      } finally {
        engine.dispose()
      }
    }
    for (const [variant, same] of [
      ['convergent', false],
      ['shrink', false],
      ['chess', true],
    ]) {
      const [a, b] = [await score(await Engine.start(), variant), await score(await without.Engine.start(), variant)]
      assert.equal(a === b, same, `${variant}: ${a} with networks, ${b} without`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the tables know what they have', { timeout: 120_000 }, async () => {
  const looks = await Promise.all([
    probe(new Board('shrink', '2k/1R1/K2 w - - 0 1')),
    probe({ variant: 'shrink', fen: '2k/1R1/K2 w - - 0 1', moves: 'b2c2' }),
  ])
  assert.deepEqual(
    looks.map((l) => [l.result, l.dtm]),
    [
      ['win', 3],
      ['loss', 2],
    ],
  )
  assert.equal(looks[0].moves[0].result, 'win')
  await assert.rejects(probe({ variant: 'chess' }), /table/i)
  await dispose()
  assert.equal((await probe({ variant: 'shrink', fen: '2k/1R1/K2 w - - 0 1' })).result, 'win')
  await dispose()
})
