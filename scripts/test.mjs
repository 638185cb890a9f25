// npm test: installs what it needs and checks everything. The same locally and in CI.
import { findChromium } from './chromium.mjs'
import { build, env, install, say } from './lib.mjs'
import { requireJq } from './system-tools.mjs'
import { runStep, startHeartbeat, summarize } from './test/steps.mjs'

const started = Date.now()
/** @type {import('./test/steps.mjs').StepResult[]} */
const results = []
const step = async (...args) => results.push(await runStep(...args))
// One of thousands of tests that fails by the scheduling of a busy machine would discard a whole run, so that
// those of servers run a second time. What passes only then is named in the last lines.
const RETRIES = 1
const reporter = name => `--reporter=./scripts/test/${name}-reporter.mjs`

try {
  await install()
  const chromium = await findChromium()
  await requireJq()
  const stopHeartbeat = startHeartbeat()
  await build()
  const vitest = (name, args, options) => step(name, 'vitest', ['run', ...args, reporter('vitest')], options)
  const api = ['--project', 'api', '--retry', String(RETRIES)]
  // One after another: two that use both cores take longer beside each other.
  await vitest('unit and dom tests', ['--project', 'unit', '--project', 'dom'])
  // Some checks need .nuxt, which the build writes.
  const types = async () => {
    await step('types', 'vue-tsc', ['-b', '--noEmit'])
    await step('types of tests', 'vue-tsc', ['--noEmit', '-p', 'tests/tsconfig.json'])
  }
  const style = async () => {
    await step('lint', 'eslint', ['.'])
    await step('format', 'prettier', ['--check', '--log-level', 'warn', '.'])
    await step('unused code', 'knip', ['--no-config-hints'])
  }
  await Promise.all([types(), style()])
  await step('browser tests', 'playwright', ['test', '--retries', String(RETRIES), reporter('playwright')], {
    environment: { ...env, CHROMIUM_PATH: chromium },
  })
  await vitest('api tests', api)
  // Two nodes use PostgreSQL and S3 as one does: tests/support/deployment/kind.ts.
  await vitest('api tests on two nodes', api, { environment: { ...env, TEST_DEPLOYMENT: 'two-nodes' } })
  stopHeartbeat()
} catch (error) {
  results.push({ name: 'preparation', passed: false, failures: [error.message] })
}
say(summarize(results, Date.now() - started))
process.exit(results.every(each => each.passed) ? 0 : 1)
