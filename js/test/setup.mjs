// Links dist/npm as the installed package, so that tests import it as users do.
// 'npm test' runs it first.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'

mkdirSync(new URL('../node_modules', import.meta.url), { recursive: true })
const link = new URL('../node_modules/wane', import.meta.url)
rmSync(link, { recursive: true, force: true })
symlinkSync('../../dist/npm', link)
