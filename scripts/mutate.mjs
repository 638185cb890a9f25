// npm run mutate [-- area or id …]: plants the faults of tests/mutations in a copy of the project, one at a time, and
// runs the tests that must find each. A fault that all its tests pass has survived: a test is missing.
import { faults } from '../tests/mutations/index.ts'
import { install, say } from './lib.mjs'
import { createCopy } from './mutate/copy.mjs'
import { TestRun } from './mutate/test-run.mjs'
import { seconds } from './test/failures.mjs'

const names = process.argv.slice(2)
const chosen = faults.filter(
  ({ area, id }) => names.length === 0 || names.includes(area) || names.includes(id),
)
if (chosen.length === 0) {
  say(`no area or fault is named ${names.join(' or ')}`)
  process.exit(1)
}
const needsServer = file => file.startsWith('tests/api/')
// Those that unit tests find need no build and come first.
const ordered = chosen.toSorted(
  (a, b) => Number(a.tests.some(needsServer)) - Number(b.tests.some(needsServer)),
)

await install()
const began = Date.now()
const copy = createCopy()
const run = new TestRun(copy.folder)
const end = code => {
  run.stop()
  copy.remove()
  process.exit(code)
}
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => end(code))

/** Runs tests that need no server, then builds the server and runs those that do, until one fails. */
async function runTests(files) {
  const result = await run.tests(files.filter(file => !needsServer(file)))
  const onServer = files.filter(needsServer)
  if (!result.passed || onServer.length === 0) return result
  await run.build()
  return run.tests(onServer)
}

/** Plants a fault, runs its tests and takes it out again. Returns the outcome and what to print about it. */
async function tryFault({ file, search, replace, tests }) {
  const original = copy.read(file)
  const count = original.split(search).length - 1
  if (count !== 1) return { outcome: 'invalid', detail: `its search text occurs ${count} times in ${file}` }
  const start = Date.now()
  copy.write(
    file,
    original.replace(search, () => replace),
  )
  try {
    const { passed, failure, reason } = await runTests(tests)
    if (passed) return { outcome: 'survived', detail: `${tests.join(', ')} passed` }
    if (!failure) return { outcome: 'invalid', detail: reason }
    const detail = `in ${seconds(Date.now() - start)} by ${failure.file}: ${failure.title}`
    return { outcome: 'killed', detail }
  } finally {
    copy.write(file, original)
  }
}

try {
  say(`${ordered.length} faults; first their tests without any`)
  const baseline = await runTests([...new Set(ordered.flatMap(each => each.tests))])
  if (!baseline.passed) {
    const { failure, reason } = baseline
    say(`they fail already: ${failure ? `${failure.file}: ${failure.title}: ${failure.reason}` : reason}`)
    end(1)
  }
  const marks = { killed: '✓', survived: '✗', invalid: '!' }
  const results = []
  for (const fault of ordered) {
    const { outcome, detail } = await tryFault(fault).catch(error => ({
      outcome: 'invalid',
      detail: error.message,
    }))
    results.push({ ...fault, outcome })
    const label = outcome === 'killed' ? outcome : outcome.toUpperCase()
    say(`${marks[outcome]} ${fault.area}/${fault.id}: ${label} ${detail}`)
  }
  const having = outcome => results.filter(each => each.outcome === outcome)
  const counts = Object.keys(marks).map(outcome => `${having(outcome).length} ${outcome}`)
  say(`${results.length} faults: ${counts.join(', ')} in ${seconds(Date.now() - began)}`)
  for (const { area, id, why } of having('survived')) say(`✗ ${area}/${id} survived: ${why}`)
  end(having('killed').length === results.length ? 0 : 1)
} catch (error) {
  say(error.message)
  end(1)
}
