// Builds the server of the present folder for tests of the API: with Nitro alone, without the dashboard and
// without copying packages, in a tenth of the time of `nuxt build`.
import { build, createNitro, prepare } from 'nitropack'

const root = process.cwd()
globalThis.defineNuxtConfig = config => config
const { default: config } = await import(`${root}/nuxt.config.ts`)
const { $production: production, nitro: options, compatibilityDate } = config

const nitro = await createNitro({
  ...options,
  ...production.nitro,
  compatibilityDate,
  rootDir: root,
  srcDir: `${root}/server`,
  buildDir: `${root}/.nuxt`,
  preset: 'node-server',
  dev: false,
  logLevel: 0,
  alias: { '~~': root, '#shared': `${root}/shared` },
  errorHandler: `${root}/server/http/page-errors.ts`,
  compressPublicAssets: false,
  sourceMap: false,
  // Packages are imported from node_modules of the project.
  externals: { trace: false },
  hooks: { 'rollup:before': options.hooks['rollup:before'] },
})
await prepare(nitro)
await build(nitro)
await nitro.close()
