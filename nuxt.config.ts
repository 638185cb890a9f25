import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { NitroConfig } from 'nitropack'
import cliPackage from './scripts/cli-package.mjs'
import iconStyles from './scripts/icon-styles.mjs'
import { migrationsModule, sharedBy, skillModule } from './scripts/build-entries.mjs'
import { buildId } from './scripts/lib.mjs'
import { pageChunk } from './scripts/page-chunks.mjs'
import { usedUiComponents } from './scripts/ui-components.mjs'
import { recordPackages } from './scripts/shipped-packages.mjs'

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

/** Matches the paths by which the app and Nuxt UI import a component of Nuxt UI. */
const nuxtUiComponent = (name: string) =>
  new RegExp(`^(?:\\.|.*/@nuxt/ui/dist/runtime/components)/${name}\\.vue$`)

const pages = globSync(['pages/**/*.vue', 'app/layouts/*.vue'], { cwd: fileOf('.') }).map(fileOf)
const reviewPage = fileOf('pages/reviews/[id].vue')
const reviewPages = [reviewPage, fileOf('pages/r/[token].vue')]
const otherPages = pages.filter(each => !reviewPages.includes(each))
const signInPages = ['sign-in', 'sign-up', 'forgot-password', 'reset-password']
  .map(each => fileOf(`pages/${each}.vue`))
  .concat(fileOf('app/layouts/auth.vue'))

// What NOTICE lists: the packages in the build.
const packages = recordPackages(fileOf('.'))

/**
 * The packages that are bundled instead of copied: Node reads a package.json and resolves a path for each
 * import of a copied package, and these have hundreds of modules. Drizzle's package.json alone has 180 KB.
 * Bundling them more than halves the time of a start.
 */
const bundledPackages = [
  'drizzle-orm',
  'better-auth',
  '@better-auth',
  'better-call',
  'kysely',
  'zod',
  'stripe',
  'jose',
  '@noble',
  'rate-limiter-flexible',
  'nodemailer',
  '@fastify/busboy',
  '@simplewebauthn',
  '@peculiar',
  '@hexagon',
  '@levischuck',
  'asn1js',
  'pvtsutils',
  'pvutils',
  'tslib',
  'tsyringe',
  'reflect-metadata',
]

export default defineNuxtConfig({
  // `npm test` builds in a folder of its own, beside the checks that read this one.
  buildDir: process.env.NUXT_BUILD_DIR ?? '.nuxt',
  modules: ['@nuxt/ui', '@nuxt/eslint', iconStyles, [cliPackage, { recordModule: packages.recordModule }]],
  // The development server has an entry of its own.
  $production: { nitro: { entry: fileOf('./server/http/node/entry.ts') } },
  components: [{ path: '~~/components', pathPrefix: false }],
  // Composables are imported automatically; everything else is imported by name.
  imports: {
    dirs: [
      'access',
      'account',
      'admin',
      'annotation',
      'comment',
      'compare',
      'conversation',
      'difference',
      'evidence',
      'inbox',
      'notification',
      'palette',
      'review-page',
      'review-state',
      'stage',
      'ui/**',
      'verdict',
      'video',
      'webhook',
      'workspace',
    ],
  },
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
    // The packages of passkeys need it before they are loaded.
    moduleSideEffects: ['reflect-metadata'],
    externals: {
      inline: [new RegExp(`/node_modules/(?:${bundledPackages.join('|')})/`)],
      // An optional package that better-auth tries to load.
      external: ['@opentelemetry/api'],
    },
    // The committed migrations travel inside the build and are applied at start; so does the skill.
    virtual: {
      '#migrations': () => migrationsModule(fileOf('./drizzle')),
      '#skill': () => skillModule(fileOf('./skills/exhibit')),
    },
    // Names the build, so that a client does not take its answer of an earlier version for unchanged.
    replace: { 'process.env.BUILD_ID': JSON.stringify(buildId()) },
    logging: { compressedSizes: false },
    experimental: { asyncContext: false, tasks: true },
    scheduledTasks: { '17 * * * *': ['sweep'] },
    hooks: {
      // The media process and the operator's commands are entries of their own, built beside the server's.
      'rollup:before'(nitro, config) {
        config.plugins = [config.plugins, packages.plugin]
        const operate = fileOf('./server/operate/main.ts')
        const media = fileOf('./server/media/process/main.ts')
        config.input = { 'index': nitro.options.entry, 'media-process': media, operate }
        // What they share has chunks of its own: in the chunk of Nitro's runtime, loading it would start the
        // server. That of the media process has nothing else, since it starts anew for every few files.
        const isMediaShared = sharedBy({ server: nitro.options.entry, other: media })
        const isOperateShared = sharedBy({ server: nitro.options.entry, other: operate })
        const runtime = /\/nitropack\/dist\/(?:runtime|presets)\//
        config.output = {
          ...config.output,
          entryFileNames: '[name].mjs',
          inlineDynamicImports: false,
          manualChunks(id, { getModuleInfo }) {
            if (isMediaShared(id, getModuleInfo)) return 'media-shared'
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
    // What every page loads is one file, and so are what only reviews load and what they share with other
    // pages for those who are signed in: small files compress badly and take a request each.
    $client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'app', tags: ['$initial'] },
                pageChunk('review', reviewPages, { without: otherPages }),
                pageChunk('shared', [reviewPage], { without: signInPages, shared: otherPages }),
              ],
            },
          },
        },
      },
    },
    resolve: {
      // Smaller stand-ins for what the pages would carry and never use.
      alias: [
        { find: /^tailwind-variants$/, replacement: fileOf('./app/bundle/tailwind-variants.ts') },
        { find: /^entities$/, replacement: fileOf('./app/bundle/entities.ts') },
        { find: /^konva$/, replacement: fileOf('./app/bundle/konva.ts') },
        { find: nuxtUiComponent('Icon'), replacement: fileOf('./app/bundle/icon.ts') },
        { find: nuxtUiComponent('Button'), replacement: fileOf('./app/bundle/button.ts') },
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
    // Icons and colours are in style sheets, and `app/plugins/theme.client.ts` shows the theme.
    'app:resolve'(app) {
      const replaced =
        /\/(?:@nuxt\/(?:icon\/.*\/plugin|ui\/.*\/plugins\/colors)|@nuxtjs\/color-mode\/.*\/plugin\.client)\b/
      app.plugins = app.plugins.filter(({ src }) => !replaced.test(src))
    },
    // Unhead without its plugins for older versions, which every page would load. In place of the one that
    // puts parameters into titles there is an empty one: the title of a review may contain `%s`.
    'app:templates'(app) {
      const options = app.templates.find(({ filename }) => filename === 'unhead-options.mjs')
      const contents = { disableDefaults: true, plugins: [{ key: 'template-params' }] }
      if (options) options.getContents = () => `export default ${JSON.stringify(contents)}`
    },
    // What opens later (menus, dialogs, other pages) waits until it is asked for; only the stage is sure to
    // follow.
    'build:manifest': manifest => {
      for (const part of Object.values(manifest)) part.prefetch = /^components\/stage\//.test(part.src ?? '')
    },
  },
  // oxfmt formats; ESLint checks what code means.
  eslint: { config: { stylistic: false } },
  icon: { provider: 'none', fallbackToApi: false, serverBundle: false },
})
