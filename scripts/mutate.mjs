// npm run mutate [-- area or id …]: plants the faults of tests/mutations in a copy of the project, one at a
// time, and runs the tests that must find each fault. If all tests pass although a fault is planted, the
// fault has survived: a test is missing.
import { faults } from '../tests/mutations/index.ts'
import { install, say } from './lib.mjs'
import { createCopy, plant } from './mutate/copy.mjs'
import { TestRun } from './mutate/test-run.mjs'
import { writeVariants } from './mutate/variants.mjs'
import { seconds } from './test/results.mjs'

const names = process.argv.slice(2)
const chosen = faults.filter(
  ({ area, id }) => names.length === 0 || names.includes(area) || names.includes(id),
)
const needsServer = ({ tests }) => tests.some(file => file.startsWith('tests/api/'))

await install()
const began = Date.now()
const copy = createCopy()
const run = new TestRun(copy.folder)
const results = []
const end = code => {
  run.stop()
  copy.remove()
  process.exit(code)
}
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => end(code))

/** Throws if the tests fail even without a fault. */
async function assertPassing(list) {
  const { passed, failure, reason } = await run.tests([...new Set(list.flatMap(each => each.tests))])
  if (passed) return
  const found = failure ? `${failure.file}: ${failure.title}: ${failure.reason}` : reason
  throw new Error(`without a fault the tests fail: ${found}`)
}

/** Runs the tests of the fault that is currently planted, and records their result. */
async function record(fault) {
  const start = Date.now()
  const { passed, failure, reason } = await run.tests(fault.tests)
  const outcome = passed ? 'survived' : failure ? 'killed' : 'invalid'
  const detail = failure ? `in ${seconds(Date.now() - start)} by ${failure.file}: ${failure.title}` : reason
  results.push({ ...fault, outcome })
  const mark = { killed: '✓ killed', survived: '✗ SURVIVED', invalid: '! INVALID' }[outcome]
  say(`${mark} ${fault.area}/${fault.id} ${detail ?? fault.tests.join(', ')}`)
}

/** Checks that unit tests find their faults. For each fault, the source file is changed. */
async function tryInSources(list) {
  say(`${list.length} faults that need no server`)
  await assertPassing(list)
  for (const fault of list) {
    const original = copy.read(fault.file)
    copy.write(fault.file, plant(fault, original))
    await record(fault)
    copy.write(fault.file, original)
  }
}

/** Checks that tests of the built server find their faults. A single build contains all of these faults. */
async function tryInServer(list) {
  say(`${list.length} faults that need the server`)
  const choose = writeVariants(copy, list)
  await run.build()
  await assertPassing(list)
  for (const fault of list) {
    choose(fault.id)
    await record(fault)
  }
}

try {
  if (chosen.length === 0) throw new Error(`no area or fault is named ${names.join(' or ')}`)
  const [onServer, others] = [chosen.filter(needsServer), chosen.filter(each => !needsServer(each))]
  if (others.length > 0) await tryInSources(others)
  if (onServer.length > 0) await tryInServer(onServer)
  const killed = results.filter(each => each.outcome === 'killed').length
  say(`${results.length} faults, ${killed} killed, in ${seconds(Date.now() - began)}`)
  for (const { area, id, outcome, why } of results)
    if (outcome !== 'killed') say(`✗ ${area}/${id} ${outcome}: ${why}`)
  end(killed === results.length ? 0 : 1)
} catch (error) {
  say(error.message)
  end(1)
}
