// A Nuxt module: writes the npm packages in .output with their licenses into
// .output/NOTICE, and as a list for programs (SBOM) into .output/sbom.json; and the version into
// .output/version.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { commit, root } from '../lib.mjs'
import { notice, sbom } from './notice.mjs'

/**
 * Packages whose style sheets or icons are copied by build tools, so that no list of bundled modules contains
 * them.
 */
const copied = [
  'tailwindcss',
  '@fontsource-variable/geist',
  '@fontsource-variable/geist-mono',
  '@iconify-json/lucide',
]

/** Returns whether a package differs between platforms. notice.mjs lists such packages from the lock file. */
const isPlatformPackage = name => name.startsWith('@img/sharp-')

/**
 * Returns the path of the package that contains a module, starting at `node_modules`; undefined if no package
 * contains it.
 */
function folderOf(file) {
  const path = file.replaceAll('\\', '/')
  return /\b(node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^./@?][^/?]*)\//.exec(path)?.[1]
}

/** Returns the packages in a `node_modules` folder, without packages that consist only of a package.json. */
function foldersIn(nodeModules) {
  const entries = readdirSync(nodeModules, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return entries.flatMap(({ name }) => {
    const folder = join(nodeModules, name)
    if (/^@[^@]+$|^\.nitro$/.test(name)) return foldersIn(folder)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(file => file.isFile() && file.name !== 'package.json')
      .map(file => join(relative(folder, file.parentPath), file.name))
    const nested = existsSync(join(folder, 'node_modules')) ? foldersIn(join(folder, 'node_modules')) : []
    return files.some(file => !file.startsWith('node_modules')) ? [folder, ...nested] : nested
  })
}

const folders = new Set(copied.map(name => join(root, 'node_modules', name)))

/** Records that the build contains the package of a module. */
export function recordModule(file) {
  const folder = folderOf(file)
  if (folder) folders.add(join(root, folder))
}

/** Returns the folders of the recorded packages, for the process that continues a build. */
export const recordedPackages = () => [...folders]

/** Records the packages that an earlier process of the build recorded. */
export function recordPackages(paths) {
  for (const path of paths) folders.add(path)
}

/** Returns the names and versions of the packages in these folders, each once. */
function packagesIn(paths) {
  const packages = paths.map(path => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')))
  const byId = new Map(packages.map(({ name, version }) => [`${name}@${version}`, { name, version }]))
  return [...byId.values()]
}

/** Returns the packages that contain these modules. */
export function packagesOf(files) {
  return packagesIn(files.flatMap(file => folderOf(file) ?? []).map(folder => join(root, folder)))
}

const plugin = {
  name: 'record-packages',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      for (const file of output.originalFileNames ?? []) recordModule(file)
      for (const [file, { renderedLength }] of Object.entries(output.modules ?? {})) {
        if (renderedLength > 0) recordModule(file)
      }
    }
  },
}

/** Writes these files after the pages and the server are built. */
export default function shippedPackages(_options, nuxt) {
  nuxt.hook('vite:extend', ({ config }) => {
    config.plugins.push(plugin)
  })
  nuxt.hook('nitro:init', ({ hooks, options }) => {
    hooks.hook('rollup:before', (_nitro, config) => {
      config.plugins = [config.plugins, plugin]
    })
    hooks.hook('compiled', () => {
      if (!options.dev) writeFiles()
    })
  })
}

function writeFiles() {
  for (const folder of foldersIn(join(root, '.output/server/node_modules'))) folders.add(folder)
  const shipped = packagesIn([...folders]).filter(({ name }) => !isPlatformPackage(name))
  writeFileSync(join(root, '.output/NOTICE'), notice(shipped))
  writeFileSync(join(root, '.output/sbom.json'), sbom(shipped))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const from = commit()
  writeFileSync(join(root, '.output/version'), `${version}${from ? ` (commit ${from})` : ''}\n`)
}
