// A Nuxt module: builds the command line into the package that the server serves.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { createTar } from 'nanotar'
import { defineNuxtModule } from 'nuxt/kit'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Adds the package to the public files, at an address with its version and a hash of its content: npx keeps
 * what an address had first for ever. `process.env.CLI_PACKAGE` is replaced by the path of that address.
 */
export default defineNuxtModule({
  meta: { name: 'cli-package' },
  async setup({ recordModule }, nuxt) {
    const { fileName, archive, modules } = await packCli(nuxt.options.rootDir)
    const folder = join(nuxt.options.buildDir, 'cli-package')
    // The folder is emptied after the modules are set up.
    nuxt.hook('build:before', () => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, fileName), archive)
    })
    for (const each of modules) recordModule(each)
    const path = `/${fileName}`
    const replacement = { 'process.env.CLI_PACKAGE': JSON.stringify(path) }
    const { nitro, vite } = nuxt.options
    nitro.publicAssets = [...(nitro.publicAssets ?? []), { dir: folder, baseURL: '/', fallthrough: true }]
    nitro.routeRules = {
      ...nitro.routeRules,
      [path]: { headers: { 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable` } },
    }
    nitro.replace = { ...nitro.replace, ...replacement }
    vite.define = { ...vite.define, ...replacement }
  },
})

/**
 * Builds the command line and the reporters as an npm package without dependencies: a file for each entry and
 * those of what they share, types, and what is in them under which licence. The same sources give the same
 * bytes.
 * @param {string} root the folder of the project
 */
async function packCli(root) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      exhibit: 'cli/main.ts',
      playwright: 'cli/reporters/playwright.ts',
      vitest: 'cli/reporters/vitest.ts',
    },
    outdir: 'package',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.12',
    legalComments: 'none',
    alias: { '#shared': join(root, 'shared') },
  })
  const inputs = Object.values(metafile.outputs).flatMap(output => Object.keys(output.inputs))
  const modules = [...new Set(inputs)].filter(each => each.includes('node_modules/'))
  const read = path => readFileSync(join(root, path), 'utf8')
  const description = JSON.parse(read('cli/package.json'))
  const code = outputFiles.map(({ path, text }) => [basename(path), text])
  const files = {
    ...Object.fromEntries(code.sort(([a], [b]) => (a < b ? -1 : 1))),
    ...Object.fromEntries(
      readdirSync(join(root, 'cli/package')).map(name => [name, read(`cli/package/${name}`)]),
    ),
    'README.md': read('cli/README.md'),
    'LICENSE': read('LICENSE'),
    'NOTICE': noticeOf(root, modules),
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([description, files]))
    .digest('hex')
    .slice(0, 8)
  // npm ignores what follows the plus sign when it publishes and compares versions.
  const packageJson = { ...description, version: `${description.version}+${hash}` }
  const entries = { 'package.json': `${JSON.stringify(packageJson, null, 2)}\n`, ...files }
  const tar = createTar(
    Object.entries(entries).map(([name, data]) => ({
      name: `package/${name}`,
      data,
      attrs: { mode: name === 'exhibit.mjs' ? '755' : '644', mtime: 0, uid: 0, gid: 0 },
    })),
  )
  return { fileName: `cli-${description.version}-${hash}.tgz`, archive: gzipSync(tar), modules }
}

/** Returns the licences of the packages with these modules. */
function noticeOf(root, modules) {
  const folders = new Set(
    modules.map(each => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(each)?.[0] ?? dirname(each)),
  )
  const sections = [...folders].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, folder)).find(each => /^licen[cs]e/i.test(each))
    if (!file) throw new Error(`${name} has no licence file: add its text to scripts/cli-package.mjs.`)
    const text = readFileSync(join(root, folder, file), 'utf8').trim()
    return `${name} ${version}, ${license}, https://www.npmjs.com/package/${name}\n\n${text}\n`
  })
  const rule = `\n${'='.repeat(100)}\n`
  return [
    'Unchanged code of these packages is in the .mjs files, under their own licences.\n',
    ...sections,
  ].join(rule)
}
