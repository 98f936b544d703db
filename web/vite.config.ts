import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { texts } from './scripts/texts.mjs'
import media from './src/ui/media.json' with { type: 'json' }

// Media queries have names, such as (--narrow); CSS has none for them yet.
const named = (css: string) =>
  css.replace(/@media[^{]*/g, (query) =>
    query.replace(/\((--[\w-]+)\)/g, (name, key: string) => (media as Record<string, string>)[key] ?? name),
  )
const queries = {
  name: 'queries',
  enforce: 'pre' as const,
  transform: (css: string, id: string) => (/\.css$/.test(id) ? named(css) : undefined),
}

// The page is built into dist/page, which the Go package web embeds. While one
// works on the page, 'npm run dev' serves it and hands the rest to a server on
// port 8080.
export default defineConfig(({ mode }) => ({
  plugins: [
    mode === 'test' ? [] : [texts, queries],
    svelte({
      configFile: false,
      preprocess: { style: ({ content }) => ({ code: named(content) }) },
      // Tests run under Node, but with the Svelte that pages run with: effects, too.
      dynamicCompileOptions: () => (mode === 'test' ? { generate: 'client' } : undefined),
    }),
  ],
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // The page, the board for other sites, and the service worker, whose address never changes.
      input: ['index.html', 'embed.html', 'src/app/offline/service-worker.ts'],
      output: { entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
      checks: { pluginTimings: false }, // a slow machine is no fault of the page
    },
  },
  // Scripts and styles find each other wherever the page is; the HTML of a server is at many addresses.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? '/' + name : { relative: true }) },
  server: { proxy: { '/api': 'http://localhost:8080', '/ws': { target: 'ws://localhost:8080', ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  // Threads are a third cheaper than processes. The limit measures no speed: the machine may be busy.
  test: { include: ['src/**/*.test.ts'], pool: 'threads', testTimeout: 60_000 },
}))
