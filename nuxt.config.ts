import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { NitroConfig } from 'nitropack'
import { migrationsModule, sharedBy } from './scripts/build-entries.mjs'
import { recordPackages } from './scripts/shipped-packages.mjs'

declare module '@nuxt/schema' {
  interface NitroTypes {
    config: NitroConfig
  }
}

// Such an address is a credential: search engines must not list it. For the other headers, see
// server/plugins/security-headers.ts.
const secretAddress = { headers: { 'x-robots-tag': 'noindex, nofollow' } }

// What NOTICE lists: the packages in the build.
const packages = recordPackages(fileURLToPath(new URL('.', import.meta.url)))

export default defineNuxtConfig({
  modules: ['@nuxt/ui', '@nuxt/eslint'],
  // The development server has an entry of its own.
  $production: { nitro: { entry: fileURLToPath(new URL('./server/entry.ts', import.meta.url)) } },
  components: [{ path: '~~/components', pathPrefix: false }],
  // Composables are imported automatically; everything else is imported by name.
  imports: {
    dirs: [
      'account',
      'admin',
      'annotation',
      'compare',
      'conversation',
      'evidence',
      'review',
      'stage',
      'ui',
      'video',
      'workspace',
    ],
  },
  devtools: { enabled: false },
  app: {
    head: {
      htmlAttrs: { lang: 'en' },
      viewport: 'width=device-width, initial-scale=1, viewport-fit=cover',
      link: [{ rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
      meta: [{ name: 'robots', content: 'noindex, nofollow' }],
    },
  },
  css: ['~/assets/css/main.css'],
  // Nothing is fetched at build or run time: fonts come from @fontsource, icons from @iconify-json.
  ui: { fonts: false },
  dir: { pages: '../pages' },
  // A page's code is fetched when a person points at the link, not for every link in sight.
  experimental: {
    emitRouteChunkError: 'manual',
    defaults: { nuxtLink: { prefetchOn: { visibility: false, interaction: true } } },
  },
  compatibilityDate: '2026-07-01',
  nitro: {
    routeRules: { '/r/**': secretAddress, '/claim/**': secretAddress, '/invite/**': secretAddress },
    compressPublicAssets: { brotli: true, gzip: true },
    // Server code names what it imports; auto-imports serve the Vue side.
    imports: false,
    // Bundled instead of copied: Node reads package.json for each import of a copied package, and these have
    // hundreds of modules. Drizzle's package.json alone has 180 KB. Bundling them halves the time of a start.
    externals: {
      inline: [/node_modules\/(?:drizzle-orm|better-auth|@better-auth|better-call|kysely)\//],
      // An optional package that better-auth tries to load.
      external: ['@opentelemetry/api'],
    },
    // The committed migrations travel inside the build and are applied at start.
    virtual: { '#migrations': () => migrationsModule(fileURLToPath(new URL('./drizzle', import.meta.url))) },
    // Names the build, so that a client does not take its answer of an earlier version for unchanged.
    replace: { 'process.env.BUILD_ID': JSON.stringify(randomUUID()) },
    experimental: { asyncContext: false, tasks: true },
    scheduledTasks: { '17 * * * *': ['sweep'] },
    hooks: {
      // The media process and the operator's commands are entries of their own, built beside the server's.
      'rollup:before'(nitro, config) {
        config.plugins = [config.plugins, packages.plugin]
        const operate = fileURLToPath(new URL('./server/operate/main.ts', import.meta.url))
        config.input = {
          'index': nitro.options.entry,
          'media-process': fileURLToPath(new URL('./server/media/process/main.ts', import.meta.url)),
          operate,
        }
        // What they share has chunks of its own: in the chunk of Nitro's runtime, loading it would start the
        // server.
        const sharedModules = [
          'server/byte-source',
          'server/media/(?:error|process/messages)',
          'shared/contract/media-types',
        ]
        const shared = new RegExp(`/(?:${sharedModules.join('|')})\\.ts$`)
        const isOperateShared = sharedBy({ server: nitro.options.entry, other: operate })
        const runtime = /\/nitropack\/dist\/(?:runtime|presets)\//
        config.output = {
          ...config.output,
          entryFileNames: '[name].mjs',
          inlineDynamicImports: false,
          manualChunks(id, { getModuleInfo }) {
            if (shared.test(id)) return 'media-shared'
            if (isOperateShared(id, getModuleInfo)) return 'operate-shared'
            return runtime.test(id) ? 'nitro' : undefined
          },
        }
      },
      'compiled'(nitro) {
        if (!nitro.options.dev) packages.write()
      },
    },
  },
  vite: {
    plugins: [packages.plugin],
    build: { target: 'es2023' },
    resolve: {
      alias: [{ find: /^konva$/, replacement: fileURLToPath(new URL('./app/konva.ts', import.meta.url)) }],
    },
  },
  typescript: {
    tsConfig: { compilerOptions: { noUncheckedIndexedAccess: true, noImplicitOverride: true } },
  },
  telemetry: false,
  hooks: {
    // Before Nuxt's own error handler, which responds with its error page.
    'nitro:config'(nitro) {
      const own = fileURLToPath(new URL('./server/http/page-errors.ts', import.meta.url))
      nitro.errorHandler = [own, nitro.errorHandler ?? []].flat()
    },
    // Of our own code, composables only.
    'imports:extend'(imports) {
      const own = (each: { from: string; name: string }) =>
        each.from.includes('/app/') && !/^use[A-Z]/.test(each.name)
      imports.splice(0, imports.length, ...imports.filter(each => !own(each)))
    },
    // What opens later (menus, dialogs, other pages) waits until it is asked for; only the stage is sure to
    // follow.
    'build:manifest': manifest => {
      for (const part of Object.values(manifest))
        part.prefetch = /^(components\/stage|app\/annotation)\//.test(part.src ?? '')
    },
  },
  // Prettier formats; ESLint checks what code means.
  eslint: { config: { stylistic: false } },
  icon: {
    provider: 'none',
    fallbackToApi: false,
    clientBundle: { scan: { globInclude: ['app/**/*.{vue,ts}', 'components/**/*.vue', 'pages/**/*.vue'] } },
  },
})
