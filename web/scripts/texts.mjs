// A plugin for Vite that gives modules the texts in the user's language.
import { existsSync, readFileSync } from 'node:fs'

const text = /\/src\/text\/(\w+)\.ts$/
const mark = '\0text:'

/**
 * A module that imports src/text/NAME gets the English texts there until those of src/text/de/NAME
 * are loaded, and these from then on. So texts are read when they are used, not when modules start.
 */
export const texts = {
  name: 'texts',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!/\/text\/\w+$/.test(source) || !importer || text.test(importer)) return
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && existsSync(found.id.replace(text, '/src/text/de/$1.ts')) ? mark + found.id : found
  },
  load(id) {
    if (!id.startsWith(mark)) return
    const file = id.slice(mark.length)
    const names = Array.from(readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm), ([, name]) => name).join(', ')
    return `import * as en from ${JSON.stringify(file)}
      import { translate } from ${JSON.stringify(file.replace(text, '/src/text/language.ts'))}
      export let { ${names} } = en
      translate((texts) => ({ ${names} } = texts.${text.exec(file)[1]}))`
  },
}
