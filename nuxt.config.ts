import { fileURLToPath } from 'node:url'
import type { NitroConfig } from 'nitropack'
import buildParts from './scripts/build/build-parts.mjs'
import cliPackage from './scripts/build/cli-package.mjs'
import lightPages from './scripts/build/light-pages.mjs'
import pageChunks from './scripts/build/page-chunks.mjs'
import serverBuild from './scripts/build/server-build.mjs'
import shippedPackages from './scripts/build/shipped-packages.mjs'
import { usedUiComponents } from './scripts/build/ui-components.mjs'
import { buildId, commit } from './scripts/lib.mjs'

declare module '@nuxt/schema' {
  interface NitroTypes {
    config: NitroConfig
  }
}

// The URLs of these routes are credentials, so search engines must not list them. For the other headers, see
// server/plugins/security-headers.ts.
const secretAddress = { headers: { 'x-robots-tag': 'noindex, nofollow' } }

/** The header that refers an agent which opens the dashboard to llms.txt (RFC 8288). */
const forAgents = { headers: { link: '</llms.txt>; rel="alternate"; type="text/markdown"' } }

/** Returns the path of a file of this project. */
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineNuxtConfig({
  // `npm test` builds into another folder, since its checks read this one at the same time.
  buildDir: process.env.NUXT_BUILD_DIR ?? '.nuxt',
  modules: [
    ...['@nuxt/ui', '@nuxt/eslint'],
    ...[serverBuild, cliPackage, shippedPackages, pageChunks, lightPages, buildParts],
  ],
  components: [{ path: '~~/components', pathPrefix: false }],
  // Composables are imported automatically. Everything else needs an import.
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
  // Nothing is loaded from the internet: fonts come from @fontsource, icons from @iconify-json.
  // The style sheet only contains the classes of the components of Nuxt UI that are used, in these colors.
  ui: {
    fonts: false,
    theme: { colors: ['primary', 'error'] },
    experimental: { componentDetection: usedUiComponents(fileOf('.')) },
  },
  icon: { provider: 'none', fallbackToApi: false, serverBundle: false },
  dir: { pages: '../pages' },
  // The code of a page is loaded when a person points at a link to it, not for every visible link.
  experimental: {
    emitRouteChunkError: 'manual',
    // The manifest of the build is not needed: no page is prerendered, and `app/plugins/chunks.client.ts`
    // detects a new build.
    appManifest: false,
    payloadExtraction: false,
    defaults: { nuxtLink: { prefetchOn: { visibility: false, interaction: true } } },
  },
  // The same files always get the same build id, so that nodes with separate builds have the same URLs of
  // assets.
  buildId: buildId(),
  compatibilityDate: '2026-07-01',
  nitro: {
    routeRules: {
      // An agent that opens / is redirected to /sign-in. This header is the only link to llms.txt that it
      // gets.
      '/': forAgents,
      '/sign-in': forAgents,
      '/r/**': secretAddress,
      '/claim/**': secretAddress,
      '/invite/**': secretAddress,
      '/confirm-email/**': secretAddress,
    },
    compressPublicAssets: { brotli: true, gzip: true },
    // Server code imports everything explicitly. Auto-imports are only for the Vue code.
    imports: false,
    // The id of the build is part of ETags: a response of an earlier build then does not count as unchanged.
    replace: {
      'process.env.BUILD_ID': JSON.stringify(buildId()),
      'process.env.BUILD_COMMIT': JSON.stringify(commit()),
    },
    logging: { compressedSizes: false },
    experimental: { asyncContext: false, tasks: true },
    scheduledTasks: { '17 * * * *': ['sweep'] },
  },
  vite: {
    // The polyfill of module preload only helps Safari before 17, but every page would contain it.
    build: { target: 'es2023', modulePreload: { polyfill: false } },
    resolve: {
      alias: [
        // Replaces packages with smaller versions, without the code that the pages never use.
        { find: /^entities$/, replacement: fileOf('./app/bundle/entities.ts') },
        { find: /^konva$/, replacement: fileOf('./app/bundle/konva.ts') },
        // Replaces the component that Nuxt UI imports for its icons, so that they come from the style sheet
        // too. Remove this alias when Nuxt UI has an option for the component.
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
      // By default, the type check only includes the folder of Nuxt and the files that are imported. Pages
      // and most components are not imported.
      include: ['../pages/**/*', '../components/**/*'],
      compilerOptions: { noUncheckedIndexedAccess: true, noImplicitOverride: true },
    },
  },
  telemetry: false,
  // The server's code is not minified, so its stack traces are readable without 17 MB of source maps.
  sourcemap: false,
  hooks: {
    // Runs before Nuxt's own error handler, which would respond with its error page.
    'nitro:config'(nitro) {
      const own = fileOf('./server/http/pages/page-errors.ts')
      nitro.errorHandler = [own, nitro.errorHandler ?? []].flat()
    },
    // Of our own code, only composables are imported automatically.
    'imports:extend'(imports) {
      const own = (each: { from: string; name: string }) =>
        each.from.includes('/app/') && !/^use[A-Z]/.test(each.name)
      imports.splice(0, imports.length, ...imports.filter(each => !own(each)))
    },
  },
  // oxfmt formats the code. ESLint only checks its meaning.
  eslint: { config: { stylistic: false } },
})
