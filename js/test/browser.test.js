// Uses the package in Chromium, as a page without a bundler does.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { test } from 'node:test'
import { launch } from 'puppeteer-core'

const folder = new URL('../../dist/npm/', import.meta.url)
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']
const executablePath = process.env.CHROME ?? browsers.find((path) => existsSync(path))

// The second kind of host does not know WebAssembly.
for (const wasm of ['application/wasm', 'application/octet-stream']) {
  test(`a page uses the package from a host that sends ${wasm}`, { timeout: 120_000 }, async () => {
    const types = { '.js': 'text/javascript', '.wasm': wasm, '.html': 'text/html' }
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url, 'http://localhost')
      const name = pathname.slice(1)
      if (name === '') {
        response.setHeader('content-type', 'text/html')
        response.end('<!doctype html><title>wane</title>')
      } else if (!existsSync(new URL(name, folder))) {
        response.writeHead(404).end()
      } else {
        response.setHeader('content-type', types[extname(name)] ?? 'text/plain')
        response.end(readFileSync(new URL(name, folder)))
      }
    })
    await new Promise((resolve) => server.listen(0, 'localhost', resolve))
    const browser = await launch({ executablePath, headless: 'shell', args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      await page.goto(`http://localhost:${server.address().port}/`)
      const seen = await page.evaluate(async () => {
        const { Board, ready, readGamesPGN } = await import('/index.js')
        const { Engine } = await import('/engine.js')
        const { probe, dispose } = await import('/tables.js')
        await ready()
        const board = new Board('cheshire8')
        board.pushMoves('e2e4 e7e5')
        document.body.innerHTML = board.svg({ size: 300 })
        const games = []
        for await (const game of readGamesPGN(new Blob(['1. e4 *\n\n1. d4 *\n']).stream())) games.push(game.moves)
        const engine = await Engine.start()
        const { bestMove } = await engine.search(board, { depth: 4 })
        engine.dispose()
        const { dtm } = await probe({ variant: 'shrink', fen: '2k/1R1/K2 w - - 0 1' })
        await dispose()
        return {
          games,
          dtm,
          legal: board.legalMoves().split(' ').includes(bestMove),
          width: document.querySelector('svg').getBoundingClientRect().width,
          pieces: document.querySelectorAll('svg use').length,
        }
      })
      assert.deepEqual(seen, { games: ['e2e4', 'd2d4'], dtm: 3, legal: true, width: 300, pieces: 32 })
    } finally {
      await browser.close()
      server.close()
    }
  })
}
