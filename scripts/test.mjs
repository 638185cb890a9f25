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
  const projects = ['unit', 'dom', 'api'].flatMap(name => ['--project', name])
  // The browser tests take longest, and wait more than they compute. A little only: on a busy machine the
  // others must not starve.
  const vitest = step('unit, dom and api tests', 'vitest', ['run', ...projects, reporter('vitest')], {
    niceness: 3,
  })
  const playwright = step('browser tests', 'playwright', ['test', reporter('playwright')], {
    environment: { ...env, CHROMIUM_PATH: chromium },
  })
  // Each begins where another ends, so that neither core is idle.
  // Two nodes use PostgreSQL and S3 as one does: tests/support/deployment/kind.ts.
  const onTwoNodes = vitest.then(() =>
    step('api tests on two nodes', 'vitest', ['run', '--project', 'api', reporter('vitest')], {
      environment: { ...env, TEST_DEPLOYMENT: 'two-nodes' },
      niceness: 3,
    }),
  )
  await playwright
  // The tests that are left wait more. Some checks need .nuxt, which the build writes.
  await step('lint', 'eslint', ['.'], { niceness: 10 })
  await step('format', 'prettier', ['--check', '--log-level', 'warn', '.'], { niceness: 10 })
  await step('unused code', 'knip', ['--no-config-hints'], { niceness: 10 })
  await step('types', 'vue-tsc', ['-b', '--noEmit'], { niceness: 10 })
  await step('types of tests', 'vue-tsc', ['--noEmit', '-p', 'tests/tsconfig.json'], { niceness: 10 })
  await onTwoNodes
  stopHeartbeat()
} catch (error) {
  results.push({ name: 'preparation', passed: false, failures: [error.message] })
}
say(summarize(results, Date.now() - started))
process.exit(results.every(each => each.passed) ? 0 : 1)
