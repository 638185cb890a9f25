import { fileURLToPath } from 'node:url'
import type { NitroConfig } from 'nitropack'
import cliPackage from './scripts/build/cli-package.mjs'
import lightPages from './scripts/build/light-pages.mjs'
import pageChunks from './scripts/build/page-chunks.mjs'
import serverBuild from './scripts/build/server-build.mjs'
import shippedPackages from './scripts/build/shipped-packages.mjs'
import { usedUiComponents } from './scripts/build/ui-components.mjs'
import { buildId } from './scripts/lib.mjs'

declare module '@nuxt/schema' {
  interface NitroTypes {
    config: NitroConfig
  }
}

// Such an address is a credential: search engines must not list it. For the other headers, see
// server/plugins/security-headers.ts.
const secretAddress = { headers: { 'x-robots-tag': 'noindex, nofollow' } }

/** Where an agent that meets the dashboard goes on (RFC 8288). */
const forAgents = { headers: { link: '</llms.txt>; rel="alternate"; type="text/markdown"' } }

/** Returns the path of a file of this project. */
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineNuxtConfig({
  // `npm test` builds in a folder of its own, beside the checks that read this one.
  buildDir: process.env.NUXT_BUILD_DIR ?? '.nuxt',
  modules: ['@nuxt/ui', '@nuxt/eslint', serverBuild, cliPackage, shippedPackages, pageChunks, lightPages],
  components: [{ path: '~~/components', pathPrefix: false }],
  // Composables are imported automatically; everything else is imported by name.
  imports: { dirs: ['**/use-*.ts'] },
  devtools: { enabled: false },
  app: {
    head: {
      htmlAttrs: { lang: 'en' },
      viewport: 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content',
      link: [
        { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
        { rel: 'alternate', type: 'text/markdown', href: '/llms.txt', title: 'For coding agents' },
      ],
      meta: [{ name: 'robots', content: 'noindex, nofollow' }],
    },
  },
  css: ['~/assets/css/main.css'],
  // Nothing is fetched at build or run time: fonts come from @fontsource, icons from @iconify-json.
  // The style sheet has the classes of these components of Nuxt UI, in each of these colours.
  ui: {
    fonts: false,
    theme: { colors: ['primary', 'error'] },
    experimental: { componentDetection: usedUiComponents(fileOf('.')) },
  },
  icon: { provider: 'none', fallbackToApi: false, serverBundle: false },
  dir: { pages: '../pages' },
  // A page's code is fetched when a person points at the link, not for every link in sight.
  experimental: {
    emitRouteChunkError: 'manual',
    // No page is prerendered, and `app/plugins/chunks.client.ts` notices a new build.
    appManifest: false,
    payloadExtraction: false,
    defaults: { nuxtLink: { prefetchOn: { visibility: false, interaction: true } } },
  },
  // Nodes that build the same files have the same addresses.
  buildId: buildId(),
  compatibilityDate: '2026-07-01',
  nitro: {
    routeRules: {
      // An agent begins at / and is sent to /sign-in, where it finds no link but this.
      '/': forAgents,
      '/sign-in': forAgents,
      '/r/**': secretAddress,
      '/claim/**': secretAddress,
      '/invite/**': secretAddress,
      '/confirm-email/**': secretAddress,
    },
    compressPublicAssets: { brotli: true, gzip: true },
    // Server code names what it imports; auto-imports serve the Vue side.
    imports: false,
    // Names the build, so that a client does not take its answer of an earlier version for unchanged.
    replace: { 'process.env.BUILD_ID': JSON.stringify(buildId()) },
    logging: { compressedSizes: false },
    experimental: { asyncContext: false, tasks: true },
    scheduledTasks: { '17 * * * *': ['sweep'] },
  },
  vite: {
    // The polyfill of module preload loads earlier in Safari before 17, and every page would carry it.
    build: { target: 'es2023', modulePreload: { polyfill: false } },
    resolve: {
      alias: [
        // Smaller replacements of what the pages would carry and never use.
        { find: /^entities$/, replacement: fileOf('./app/bundle/entities.ts') },
        { find: /^konva$/, replacement: fileOf('./app/bundle/konva.ts') },
        // The icons of Nuxt UI's own components come from the style sheet, too.
        {
          find: /^@nuxt\/icon\/runtime\/components\/index\.js$/,
          replacement: fileOf('./components/common/AppIcon.ts'),
        },
      ],
    },
    vue: { features: { optionsAPI: false } },
  },
  typescript: {
    tsConfig: {
      // Nuxt includes its own folder, and what that imports: no page.
      include: ['../pages/**/*', '../components/**/*'],
      compilerOptions: { noUncheckedIndexedAccess: true, noImplicitOverride: true },
    },
  },
  telemetry: false,
  // The server's code is not minified, so that its stacks are readable without 17 MB of maps.
  sourcemap: false,
  hooks: {
    // Before Nuxt's own error handler, which responds with its error page.
    'nitro:config'(nitro) {
      const own = fileOf('./server/http/pages/page-errors.ts')
      nitro.errorHandler = [own, nitro.errorHandler ?? []].flat()
    },
    // Of our own code, composables only.
    'imports:extend'(imports) {
      const own = (each: { from: string; name: string }) =>
        each.from.includes('/app/') && !/^use[A-Z]/.test(each.name)
      imports.splice(0, imports.length, ...imports.filter(each => !own(each)))
    },
  },
  // oxfmt formats; ESLint checks what code means.
  eslint: { config: { stylistic: false } },
})
