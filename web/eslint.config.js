import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

// Prettier lays the code out; ESLint looks for mistakes.
export default defineConfig(
  { ignores: ['dist/', 'src/gen/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { languageOptions: { globals: globals.browser } },
  { files: ['scripts/**', '*.config.*'], languageOptions: { globals: globals.node } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'svelte/no-useless-mustaches': 'off', // {' '} keeps a space at the edge of a block, which Svelte would trim
      'svelte/prefer-svelte-reactivity': 'off', // maps and sets are replaced, not changed, where something depends on them
    },
  },
)
