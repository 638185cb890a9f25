import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import Unimport from 'unimport/unplugin'
import type { Import } from 'unimport'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const list = resolve(root, '.nuxt/imports.d.ts')

const fetchModule = `export { $fetch } from 'ofetch'`
/** The few constants that Nuxt generates in a build, and that the composables of Nuxt read. */
const generated: Record<string, string> = {
  '#build/nuxt.config.mjs': `
    export const appId = 'nuxt-app'
    export const multiApp = false
    export const asyncCallHook = false
    export const asyncDataDefaults = { deep: false }
    export const useStateDefaults = { resetOnClear: true }
    export const chunkErrorEvent = false
    export const granularCachedData = true
    export const purgeCachedData = true
    export const pendingWhenIdle = false
    export const nuxtLinkDefaults = { prefetch: false }
    export const tracingChannelNuxt = false`,
  '#build/fetch': fetchModule,
  '#build/fetch.mjs': fetchModule,
  '#components': `export { default as NuxtLink } from '#app/components/nuxt-link'`,
}

/** Returns the value that a compile-time constant of Nuxt has in a browser. */
const constant = (name: string) =>
  name === 'import.meta.client' ? 'true' : name === '__NUXT_VERSION__' ? '"test"' : 'false'

/** Returns the names that Nuxt imports automatically, from the list that `nuxt prepare` writes. */
function autoImports(): Import[] {
  return [...readFileSync(list, 'utf8').matchAll(/^export \{ (.+) \} from '(.+)';?$/gm)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(', ')
        // Leaves out Nuxt's `setInterval`, because Nuxt reads the browser's function before a test can
        // replace the timers.
        .filter(name => name !== 'setInterval')
        .map(name => ({
          name,
          from: from.startsWith('.') && !isAbsolute(from) ? resolve(dirname(list), from) : from,
        })),
  )
}

/**
 * Compiles the modules of the dashboard for tests as Nuxt does: with its automatic imports, its aliases and
 * its real composables (`useState`, `useAsyncData`…).
 */
export function nuxtForTests(): Plugin[] {
  return [
    vue(),
    {
      name: 'nuxt-for-tests',
      enforce: 'pre',
      config: () => ({
        resolve: { alias: [{ find: /^#app/, replacement: resolve(root, 'node_modules/nuxt/dist/app') }] },
      }),
      resolveId: id => (/^#(?:build\/|components$)/.test(id) ? `\0${id}` : undefined),
      load: id => (id.startsWith('\0#') ? (generated[id.slice(1)] ?? 'export {}') : undefined),
      transform: code => code.replace(/import\.meta\.(?:client|server|dev)\b|__NUXT_\w+__/g, constant),
    },
    Unimport.vite({
      imports: autoImports(),
      virtualImports: ['#imports'],
      include: [
        /\/app\/.*\.ts$/,
        /\/components\/.*\.vue$/,
        /\/@nuxt\/ui\/dist\/.*\.js$/,
        /\/@nuxtjs\/color-mode\/dist\/.*\.js$/,
      ],
      exclude: [/\.d\.ts$/],
    }) as Plugin,
  ]
}
