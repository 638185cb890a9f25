// A Nuxt module: lets one process build the pages and another one the server.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedPackages, recordPackages } from './shipped-packages.mjs'

/**
 * One process that builds the pages and then the server still has the memory of the pages when it builds the
 * server. With the variable BUILD_PART=pages, a build ends after the pages and stores them in the folder of
 * the build. With BUILD_PART=server, it takes the stored pages and builds the server. Without the variable,
 * one process builds both.
 *
 * Nuxt 4 has no option for a part of a build, so this module uses two facts about its internals: Nitro
 * builds the server in the hook `build:done`, and a builder is an object with a function `bundle`. To try
 * whether the parts are still needed, build in one process with the memory limit of the server's part
 * (`buildParts` in scripts/lib.mjs): NODE_OPTIONS=--max-old-space-size=1000 npx nuxt build. Remove this
 * module when that succeeds, or when Nuxt has such an option.
 */
export default function buildParts(_options, nuxt) {
  const part = process.env.BUILD_PART
  if (nuxt.options.dev || nuxt.options._prepare || !part) return
  const { buildDir } = nuxt.options
  const dist = join(buildDir, 'dist')
  // Nuxt empties the folder of the build at the start, except for this folder.
  const stored = join(buildDir, 'cache', 'pages')
  if (part === 'pages') {
    // Nitro builds the server in a function of this hook, and no other function of it is needed here.
    nuxt.hook('build:before', () => nuxt.hooks.clearHook('build:done'))
    nuxt.hook('close', async () => {
      const outputs = {}
      for (const [key, code] of Object.entries(nuxt.buildOutputs)) outputs[key] = String(await code())
      rmSync(stored, { recursive: true, force: true })
      mkdirSync(stored, { recursive: true })
      renameSync(dist, join(stored, 'dist'))
      writeFileSync(join(stored, 'build.json'), JSON.stringify({ outputs, packages: recordedPackages() }))
    })
  } else {
    const bundle = () => {
      const { outputs, packages } = JSON.parse(readFileSync(join(stored, 'build.json'), 'utf8'))
      renameSync(join(stored, 'dist'), dist)
      for (const [key, code] of Object.entries(outputs)) nuxt.buildOutputs[key] = () => code
      recordPackages(packages)
    }
    // The builder is replaced only in this hook, because until then the modules of Nuxt need the name of the
    // default builder.
    nuxt.hook('app:templatesGenerated', () => {
      nuxt.options.builder = { bundle }
    })
  }
}
