// npm run bench: measures the built server. Prints each time as a ratio to a reference that is measured in
// the same run.
import { findChromium } from './chromium.mjs'
import { build, env, install, run } from './lib.mjs'

await install()
await build()
await run('vitest', ['run', '--project', 'bench', '--reporter', 'dot', '--disable-console-intercept'], {
  env: { ...env, CHROMIUM_PATH: await findChromium() },
})
