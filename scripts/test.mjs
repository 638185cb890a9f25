// npm test: installs what it needs and runs everything. The same locally and in CI.
import { build, env, install, run, say } from './lib.mjs'
import { findChromium } from './chromium.mjs'
import { requireJq } from './system-tools.mjs'

await install()
const started = Date.now()
say('lint')
await run('eslint', ['.'])
say('types')
await run('nuxt', ['typecheck'])
await run('vue-tsc', ['--noEmit', '-p', 'tests/tsconfig.json'])
await build()
const chromium = await findChromium()
await requireJq()
say('unit and api tests')
await run('vitest', ['run', '--project', 'unit', '--project', 'dom', '--project', 'api'])
say(`e2e tests in ${chromium}`)
await run('playwright', ['test'], { env: { ...env, CHROMIUM_PATH: chromium } })
say(`all passed in ${Math.round((Date.now() - started) / 1000)} s`)
