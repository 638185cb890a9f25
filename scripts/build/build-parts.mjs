// A Nuxt module: lets one process build the pages and another one the server.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedPackages, recordPackages } from './shipped-packages.mjs'

/**
 * One process that builds the pages and then the server still has the memory of the pages when it builds the
 * server. With the variable BUILD_PART=pages, a build ends after the pages and stores them in the folder of
 * the build. With BUILD_PART=server, it takes the stored pages and builds the server. Without the variable,
 * one process builds both.
 */
export default function buildParts(_options, nuxt) {
  const part = process.env.BUILD_PART
  if (nuxt.options.dev || nuxt.options._prepare || !part) return
  const { buildDir } = nuxt.options
  const dist = join(buildDir, 'dist')
  // Nuxt empties the folder of the build at the start, except for this folder.
  const stored = join(buildDir, 'cache', 'pages')
  if (part === 'pages') {
    // Nitro builds the server in a function of this hook.
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
    // Until this hook, the modules of Nuxt need the name of the usual builder.
    nuxt.hook('app:templatesGenerated', () => {
      nuxt.options.builder = { bundle }
    })
  }
}
