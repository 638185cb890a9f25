// npm test: installs what the checks need, and runs all checks. It does the same locally and in CI.
//
//   npm test                          all steps
//   npm test -- static unit           some of them: static, unit, api, nodes, browser
//   npm test -- browser --shard 1/3   a third of the files of a step
//   npm run test:full                 each step in its longest form, for nightly runs and releases
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.mjs'
import { build, env, install, say } from './lib.mjs'
import { requireJq } from './system-tools.mjs'
import { measureSlowness } from './test/slowness.mjs'
import { runStep, startHeartbeat, summarize } from './test/steps.mjs'

const steps = ['static', 'unit', 'browser', 'api', 'nodes']
const started = Date.now()
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, shard: { type: 'string' } },
})
const unknown = positionals.filter(each => !steps.includes(each))
if (unknown.length > 0) {
  say(`there is no step ${unknown.join(', ')}: name some of ${steps.join(', ')}`)
  process.exit(2)
}
const isChosen = step => positionals.length === 0 || positionals.includes(step)
const slowness = measureSlowness()
const environment = { ...env, TEST_SLOWNESS: String(slowness), ...(options.full && { TEST_FULL: '1' }) }

/** @type {import('./test/steps.mjs').StepResult[]} */
const results = []
async function step(name, command, args, more = {}) {
  results.push(await runStep(name, command, args, { ...environment, ...more }, slowness))
}
const shard = options.shard ? [`--shard=${options.shard}`] : []
const reporter = name => `--reporter=./scripts/test/${name}-reporter.mjs`
const vitest = (name, projects, args = [], more = {}) =>
  step(
    name,
    'vitest',
    ['run', ...projects.flatMap(each => ['--project', each]), ...args, ...shard, reporter('vitest')],
    more,
  )
// On a busy machine, a test may fail by chance and make the whole run useless. So a failed test runs a second
// time. The summary lists this test. If more than two tests fail only once, the run fails.
const again = ['--retry', '1']
// More workers than cores: tests of servers spend half of their time waiting.
const workers = ['--maxWorkers', String(availableParallelism() + 1)]

async function timedBuild() {
  const began = Date.now()
  await build()
  results.push({ name: 'build', passed: true, ms: Date.now() - began })
}
async function types() {
  await step('types', 'npm', ['run', '--silent', 'typecheck'])
}
async function style() {
  const cache = ['--cache', '--cache-strategy=content', '--cache-location=node_modules/.cache/eslint/']
  await step('lint', 'eslint', [...cache, '.'])
  await step('format', 'oxfmt', ['--check', '.'])
  await step('unused code', 'knip', ['--no-config-hints'])
}
const unit = () => vitest('unit and dom tests', ['unit*', 'dom'], again)
async function browser(chromium) {
  const args = ['test', '--retries', '1', ...shard, reporter('playwright')]
  await step('browser tests', 'playwright', args, { CHROMIUM_PATH: chromium })
  await vitest('media as Chromium shows it', ['media-truth'], again, { CHROMIUM_PATH: chromium })
}
const apiOn = (name, deployment) =>
  vitest(name, ['api'], [...again, ...workers], { TEST_DEPLOYMENT: deployment })
async function api() {
  await apiOn('api tests', 'standalone')
  if (options.full) await apiOn('api tests on PostgreSQL and S3', 'postgres-s3')
}
const nodes = () => apiOn('api tests on two nodes', 'two-nodes')

try {
  await install()
  const chromium = isChosen('browser') ? await findChromium() : ''
  if (isChosen('api')) await requireJq()
  const stopHeartbeat = startHeartbeat()
  // The build only uses one core, so other steps run at the same time.
  await Promise.all([
    ['browser', 'api', 'nodes'].some(isChosen) && timedBuild(),
    ...(isChosen('static') ? [types(), style()] : []),
    isChosen('unit') && unit(),
  ])
  if (isChosen('browser')) await browser(chromium)
  if (isChosen('api')) await api()
  if (isChosen('nodes')) await nodes()
  if (options.full) await vitest('damaged media', ['fuzz'])
  stopHeartbeat()
} catch (error) {
  results.push({ name: 'preparation', passed: false, failures: [error.message] })
}
const { text, passed } = summarize(results, Date.now() - started)
say(text)
process.exit(passed ? 0 : 1)
