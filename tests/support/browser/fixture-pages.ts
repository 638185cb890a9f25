import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import VueTracer from 'vite-plugin-vue-tracer'
import { root } from '../paths'

/** The folder of the fixture pages. They imitate projects of users, and tests take pictures of them. */
export const fixturePages = join(root, 'tests/fixtures/pages')

/**
 * Serves the pages of `tests/fixtures/pages` as a development server does. The pages in `nuxt` are built with
 * the plugin of Nuxt DevTools, which records the source line of each element.
 */
export async function servePages(): Promise<{ url: string; stop: () => Promise<void> }> {
  const tracer = VueTracer()
  const handler = tracer?.transform
  if (typeof handler !== 'function') throw new Error('The plugin has another form.')
  const server = await createServer({
    root: fixturePages,
    configFile: false,
    logLevel: 'error',
    cacheDir: join(root, 'node_modules/.cache/fixture-pages'),
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: {
      include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime', 'vue', 'svelte'],
    },
    plugins: [
      vue(),
      svelte({ configFile: false }),
      { ...tracer, name: 'tracer', transform: { filter: { id: /pages\/nuxt\// }, handler } },
    ],
  })
  await server.listen()
  const { port } = server.httpServer?.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: async () => server.close() }
}
