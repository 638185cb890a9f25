// npm test: installs the dependencies of the checks, and runs all checks. It does the same locally and in CI.
//
//   npm test                          all steps
//   npm test -- types unit            some of them: types, lint, unit, browser, api, nodes
//   npm test -- tests/api/server      the tests of some files or folders, with the server if they need it
//   npm test -- FILE -t 'no account'  only the tests whose title matches
//   npm test -- browser --shard 1/3   a third of the files of a step
//   npm run test:full                 each step in its longest form, for nightly runs and releases
import { availableParallelism } from 'node:os'
import { findChromium } from './chromium.mjs'
import { build, env, install, say } from './lib.mjs'
import { requireJq } from './system-tools.mjs'
import { selectionOf } from './test/selection.mjs'
import { measureSlowness } from './test/slowness.mjs'
import { measureBusy, runStep, startHeartbeat, summarize } from './test/steps.mjs'

const started = Date.now()
const { options, isChosen, pathsIn } = select()
const slowness = measureSlowness()
const environment = { ...env, TEST_SLOWNESS: String(slowness), ...(options.full && { TEST_FULL: '1' }) }

/** @type {import('./test/steps.mjs').StepResult[]} */
const results = []
async function step(name, command, args, more = {}) {
  results.push(await runStep(name, command, args, { ...environment, ...more }, slowness))
}
const shard = options.shard ? [`--shard=${options.shard}`] : []
const reporter = name => `--reporter=./scripts/test/${name}-reporter.mjs`
// A Vitest project has the name of its folder in tests/. A `*` at the end of a name means all projects of
// that folder.
async function vitest(name, projects, args = [], more = {}) {
  const running = projects.filter(each => pathsIn(each.replace('*', '')))
  if (running.length === 0) return
  const paths = running.flatMap(each => pathsIn(each.replace('*', '')))
  const chosen = running.flatMap(each => ['--project', each])
  const title = options.title ? ['-t', options.title] : []
  await step(
    name,
    'vitest',
    ['run', ...chosen, ...paths, ...title, ...args, ...shard, reporter('vitest')],
    more,
  )
}
// On a busy machine, a test may fail by chance and make the whole run useless. So a test that fails is run a
// second time. A test that passes at the second attempt is listed in the summary. If there are more than two
// such tests, the run fails.
const again = ['--retry', '1']
// There are more workers than cores, because tests of servers spend half of their time waiting.
const workers = ['--maxWorkers', String(availableParallelism() + 1)]

async function timedBuild() {
  const began = Date.now()
  const busy = measureBusy()
  await build()
  results.push({ name: 'build', passed: true, ms: Date.now() - began, busy: busy() })
}
async function types() {
  await step('types', 'npm', ['run', '--silent', 'typecheck'])
}
async function lint() {
  const cache = ['--cache', '--cache-strategy=content', '--cache-location=node_modules/.cache/eslint/']
  await step('lint', 'eslint', [...cache, '.'])
  await step('format', 'oxfmt', ['--check', '.'])
  await step('unused code', 'knip', ['--no-config-hints'])
}
const unit = () => vitest('unit and dom tests', ['unit*', 'dom'], again)
async function browser(chromium) {
  const paths = pathsIn('e2e')
  const title = options.title ? ['-g', options.title] : []
  const args = ['test', ...(paths ?? []), ...title, '--retries', '1', ...shard, reporter('playwright')]
  if (paths) await step('browser tests', 'playwright', args, { CHROMIUM_PATH: chromium })
  await vitest('media as Chromium shows it', ['media-truth'], again, { CHROMIUM_PATH: chromium })
}
const apiOn = (name, deployment) =>
  vitest(name, ['api'], [...again, ...workers], { TEST_DEPLOYMENT: deployment })
async function api() {
  await apiOn('api tests', process.env.TEST_DEPLOYMENT ?? 'standalone')
  if (options.full) await apiOn('api tests on PostgreSQL and S3', 'postgres-s3')
}
const nodes = () => apiOn('api tests on two nodes', 'two-nodes')

function select() {
  try {
    return selectionOf(process.argv.slice(2))
  } catch (error) {
    say(error.message)
    process.exit(2)
  }
}

try {
  await install()
  const chromium = isChosen('browser') ? await findChromium() : ''
  if (isChosen('api')) await requireJq()
  const stopHeartbeat = startHeartbeat()
  // The build uses only one core, so other steps run at the same time.
  await Promise.all([
    ['browser', 'api', 'nodes'].some(isChosen) && timedBuild(),
    isChosen('types') && types(),
    isChosen('lint') && lint(),
    isChosen('unit') && unit(),
  ])
  if (isChosen('browser')) await browser(chromium)
  if (isChosen('api')) await api()
  if (isChosen('nodes')) await nodes()
  if (isChosen('fuzz')) await vitest('damaged media', ['fuzz'])
  stopHeartbeat()
} catch (error) {
  results.push({ name: 'preparation', passed: false, failures: [error.message] })
}
const { text, passed } = summarize(results, Date.now() - started)
say(text)
process.exit(passed ? 0 : 1)
