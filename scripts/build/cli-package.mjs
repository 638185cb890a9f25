// A Nuxt module: builds the command line as an npm package, which the server offers for download.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { noticeOfCli } from './notice.mjs'
import { pageScript } from './page-script.mjs'
import { packagesOf, recordModule } from './shipped-packages.mjs'

/**
 * Adds the files of the npm package to the server as the module `#cli-package`. At run time, the server adds
 * its own URL and packs the files. `process.env.CLI_BUILD` is replaced with the version and a hash of the
 * files.
 */
export default async function cliPackage(_options, nuxt) {
  // The process that builds only the pages does not need the command line.
  if (process.env.BUILD_PART === 'pages') return
  const { description, files, modules } = await bundleCli(nuxt.options.rootDir)
  for (const each of modules) recordModule(each)
  const content = JSON.stringify({ description, files })
  const hash = createHash('sha256').update(content).digest('hex')
  // The content is encoded, so that the build's text replacements in the server's code do not change the code
  // of the command line.
  const encoded = JSON.stringify(gzipSync(content).toString('base64'))
  const { nitro } = nuxt.options
  nitro.virtual = { ...nitro.virtual, '#cli-package': () => `export const encoded = ${encoded}` }
  nitro.replace = {
    ...nitro.replace,
    'process.env.CLI_BUILD': JSON.stringify(`${description.version}+${hash}`),
  }
}

/**
 * Builds the command line and the reporters as an npm package without dependencies. The package contains a
 * file for each entry, files of their shared modules, types, and the licenses of all bundled packages. The
 * same sources always produce the same files.
 * @param {string} root the folder of the project
 */
async function bundleCli(root) {
  const pageModules = []
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      'exhibit': 'cli/main.ts',
      'playwright': 'cli/reporters/playwright.ts',
      'playwright-test': 'cli/reporters/playwright-test.ts',
      'vitest': 'cli/reporters/vitest.ts',
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
    // Playwright is not bundled: the tests of a project must use the same copy that runs them.
    external: ['@playwright/test'],
    format: 'esm',
    target: 'node22.12',
    legalComments: 'none',
    alias: { '#shared': join(root, 'shared') },
    plugins: [pageScript(modules => pageModules.push(...modules))],
    // Without the empty `tsconfigRaw`, esbuild would read the configuration of `cli`, and this configuration
    // extends a file that a clean clone lacks.
    tsconfigRaw: {},
  })
  const inputs = Object.values(metafile.outputs).flatMap(output => Object.keys(output.inputs))
  const modules = [...new Set([...inputs, ...pageModules])].filter(each => each.includes('node_modules/'))
  const read = path => readFileSync(join(root, path), 'utf8')
  // The command line has the same version as the server.
  const { version } = JSON.parse(read('package.json'))
  const description = { ...JSON.parse(read('cli/package.json')), version }
  const code = outputFiles.map(({ path, text }) => [basename(path), text])
  const files = {
    ...Object.fromEntries(code.sort(([a], [b]) => (a < b ? -1 : 1))),
    ...Object.fromEntries(
      readdirSync(join(root, 'cli/package')).map(name => [name, read(`cli/package/${name}`)]),
    ),
    'README.md': read('cli/README.md'),
    'LICENSE': read('LICENSE'),
    'NOTICE': noticeOfCli(packagesOf(modules)),
  }
  return { description, files, modules }
}
