import { fileURLToPath } from 'node:url'

export default defineNuxtConfig({
  modules: ['@nuxt/ui', '@nuxt/eslint'],
  components: [{ path: '~~/components', pathPrefix: false }],
  imports: { scan: true },
  devtools: { enabled: false },
  app: {
    head: {
      htmlAttrs: { lang: 'en' },
      viewport: 'width=device-width, initial-scale=1, viewport-fit=cover',
      titleTemplate: '%s · Exhibit',
      link: [{ rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
      meta: [{ name: 'robots', content: 'noindex, nofollow' }],
    },
  },
  css: ['~/assets/css/main.css'],
  // Nothing is fetched at build or run time: fonts come from @fontsource, icons from @iconify-json.
  ui: { fonts: false },
  dir: { pages: '../pages' },
  compatibilityDate: '2026-07-01',
  nitro: {
    preset: 'node-server',
    compressPublicAssets: { brotli: true, gzip: true },
    typescript: { tsConfig: { compilerOptions: { noUncheckedIndexedAccess: true } } },
    // Read by the server at start; in the built server they lie beside it.
    serverAssets: [{ baseName: 'migrations', dir: fileURLToPath(new URL('./drizzle', import.meta.url)) }],
    externals: { external: ['better-sqlite3', 'sharp'] },
  },
  vite: { build: { target: 'es2023' } },
  typescript: {
    tsConfig: {
      compilerOptions: { noUncheckedIndexedAccess: true, noImplicitOverride: true },
    },
  },
  telemetry: false,
  eslint: { config: { stylistic: { indent: 2, quotes: 'single', semi: false, commaDangle: 'always-multiline' } } },
  icon: {
    provider: 'none',
    fallbackToApi: false,
    clientBundle: { scan: { globInclude: ['app/**/*.{vue,ts}', 'components/**/*.vue', 'pages/**/*.vue'] } },
  },
})
