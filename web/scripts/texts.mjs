// A plugin for Vite that gives modules the texts in the user's language.
import { existsSync, readFileSync } from 'node:fs'

/** A file of texts: text.ts of a folder, or NAME.text.ts. German stands beside it in text.de.ts. */
const text = /(\/src\/(?:.*\/)?(?:\w+\.)?text)\.ts$/
const mark = '\0text:'

/**
 * A module that imports texts gets the English ones until the German ones are loaded, and these
 * from then on. So texts are read when they are used, not when modules start.
 */
export const texts = {
  name: 'texts',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!/[/.]text$/.test(source) || !importer || text.test(importer)) return
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && existsSync(found.id.replace(text, '$1.de.ts')) ? mark + found.id : found
  },
  load(id) {
    if (!id.startsWith(mark)) return
    const file = id.slice(mark.length)
    const names = Array.from(
      readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm),
      ([, name]) => name,
    ).join(', ')
    const german = `${text.exec(file)[1]}.de.ts`
    return `import * as en from ${JSON.stringify(file)}
      import { translate } from ${JSON.stringify(file.replace(/\/src\/.*/, '/src/net/language.ts'))}
      export let { ${names} } = en
      translate((texts) => ({ ${names} } = texts[${JSON.stringify(german)}]))`
  },
}
