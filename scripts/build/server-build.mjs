// A Nuxt module: sets the entries of the server build, the packages that are bundled with them, and their
// chunks.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { guides } from '../../shared/documents/guides.ts'
import { pageContext } from './page-script.mjs'
import { allImports, reachable } from './reachable.mjs'
import { saveMemory } from './save-memory.mjs'

const isGuide = name => guides.some(each => name === `${each}.md`)

/**
 * The packages that are bundled into the server instead of copied next to it. For each import of a copied
 * package, Node reads a package.json and resolves a path. These packages have hundreds of modules, and
 * Drizzle's package.json alone has 180 KB. Bundling them more than halves the time that the server needs to
 * start. Remove the list when Nitro bundles packages by itself.
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

/**
 * Builds the media process and the operator's commands as separate entries, in addition to the server. Adds
 * the committed migrations, documents, the skill and the script for pages to the build, as the modules
 * `#migrations`, `#guides`, `#skill` and `#page-context`.
 */
export default function serverBuild(_options, nuxt) {
  const fileOf = path => join(nuxt.options.rootDir, path)
  const { nitro } = nuxt.options
  // The development server has a different entry.
  if (!nuxt.options.dev) nitro.entry = fileOf('server/http/node/entry.ts')
  nitro.externals = {
    inline: [new RegExp(`/node_modules/(?:${bundledPackages.join('|')})/`)],
    // better-auth tries to load this optional package, so it is not bundled.
    external: ['@opentelemetry/api'],
  }
  // The packages for passkeys require that `reflect-metadata` is loaded first, so its import must not be
  // removed.
  nitro.moduleSideEffects = ['reflect-metadata']
  nitro.virtual = {
    ...nitro.virtual,
    '#migrations': () => migrationsModule(fileOf('drizzle')),
    '#guides': () => `export const files = ${JSON.stringify(filesIn(fileOf('docs'), isGuide))}`,
    '#skill': () => `export const files = ${JSON.stringify(filesIn(fileOf('skills/exhibit')))}`,
    // The code is encoded, so that the build's text replacements do not change it.
    '#page-context': async () => {
      const { code } = await pageContext()
      return `export const encoded = ${JSON.stringify(Buffer.from(code).toString('base64'))}`
    },
  }
  nuxt.hook('nitro:init', ({ hooks, options }) =>
    hooks.hook('rollup:before', (_nitro, config) => {
      const media = fileOf('server/media/process/main.ts')
      const operate = fileOf('server/operate/main.ts')
      if (!options.dev) saveMemory(config)
      config.input = { 'index': options.entry, 'media-process': media, operate }
      config.output = {
        ...config.output,
        entryFileNames: '[name].mjs',
        inlineDynamicImports: false,
        manualChunks: chunksOf({ server: options.entry, media, operate }),
      }
    }),
  )
}

/**
 * Returns the function for Rollup's `manualChunks`, which assigns modules to chunks. Modules that the server
 * shares with another entry get separate chunks. If they were in the chunk of Nitro's runtime, the other
 * entry would start the server when it loads them. The chunk for the media process contains only the modules
 * that this process needs, because the process is restarted after every few files.
 */
function chunksOf({ server, media, operate }) {
  const isMediaShared = sharedBy({ server, other: media })
  const isOperateShared = sharedBy({ server, other: operate })
  const runtime = /\/nitropack\/dist\/(?:runtime|presets)\//
  return (id, { getModuleInfo }) => {
    if (isMediaShared(id, getModuleInfo)) return 'media-shared'
    if (isOperateShared(id, getModuleInfo)) return 'operate-shared'
    return runtime.test(id) ? 'nitro' : undefined
  }
}

/**
 * Returns a function that says whether a module is loaded when the server starts and may also be loaded by
 * another entry.
 */
function sharedBy({ server, other }) {
  let shared
  return (id, getModuleInfo) => {
    shared ??= reachable(getModuleInfo, server, info => info.importedIds).intersection(
      reachable(getModuleInfo, other, allImports),
    )
    return shared.has(id)
  }
}

/** Returns the source of a module that contains the SQL files and the journal of each database. */
function migrationsModule(folder) {
  const isUsed = name => /\.sql$|^_journal\.json$/.test(name)
  const migrations = {
    sqlite: filesIn(join(folder, 'sqlite'), isUsed),
    postgres: filesIn(join(folder, 'postgres'), isUsed),
  }
  return `export const migrations = ${JSON.stringify(migrations)}`
}

/** Returns the texts of the files in a folder, by their path relative to the folder. */
function filesIn(folder, isUsed = () => true) {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && isUsed(entry.name))
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [relative(folder, path), readFileSync(path, 'utf8')]),
  )
}
