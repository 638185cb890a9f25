// npm test: installs what it needs and checks everything. The same locally and in CI.
import { findChromium } from './chromium.mjs'
import { build, env, install, say } from './lib.mjs'
import { requireJq } from './system-tools.mjs'
import { runStep, startHeartbeat, summarize } from './test/steps.mjs'

const started = Date.now()
/** @type {import('./test/steps.mjs').StepResult[]} */
const results = []
const step = async (...args) => results.push(await runStep(...args))
const reporter = name => `--reporter=./scripts/test/${name}-reporter.mjs`

try {
  await install()
  const chromium = await findChromium()
  await requireJq()
  const stopHeartbeat = startHeartbeat()
  await build()
  const vitest = (name, projects, options) =>
    step(
      name,
      'vitest',
      ['run', ...projects.flatMap(each => ['--project', each]), reporter('vitest')],
      options,
    )
  // The browser tests leave half of two cores idle. What runs beside them needs no server: tests of servers
  // use both cores, and beside others take twice as long.
  const browsers = step('browser tests', 'playwright', ['test', reporter('playwright')], {
    environment: { ...env, CHROMIUM_PATH: chromium },
  })
  const beside = { niceness: 5 }
  await vitest('unit and dom tests', ['unit', 'dom'], beside)
  // Some checks need .nuxt, which the build writes.
  await step('lint', 'eslint', ['.'], beside)
  await step('format', 'prettier', ['--check', '--log-level', 'warn', '.'], beside)
  await step('unused code', 'knip', ['--no-config-hints'], beside)
  await step('types', 'vue-tsc', ['-b', '--noEmit'], beside)
  await step('types of tests', 'vue-tsc', ['--noEmit', '-p', 'tests/tsconfig.json'], beside)
  await browsers
  await vitest('api tests', ['api'])
  // Two nodes use PostgreSQL and S3 as one does: tests/support/deployment/kind.ts.
  await vitest('api tests on two nodes', ['api'], { environment: { ...env, TEST_DEPLOYMENT: 'two-nodes' } })
  stopHeartbeat()
} catch (error) {
  results.push({ name: 'preparation', passed: false, failures: [error.message] })
}
say(summarize(results, Date.now() - started))
process.exit(results.every(each => each.passed) ? 0 : 1)
