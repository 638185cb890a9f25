// Prints one line for each test file when it ends, and the details of each failure as soon as it happens.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { recordFailure, recordFile, recordFlake, seconds } from './results.mjs'

const print = text => process.stdout.write(`${stripVTControlCharacters(text)}\n`)
/** Returns the first error of a test result as text, with the line of the test at which it happened. */
const reasonOf = ({ errors: [error], status }) =>
  error?.location ? `line ${error.location.line}: ${error.message}` : (error?.message ?? status)
const indented = text => text.replace(/^/gm, '      ')

export default class PlaywrightReporter {
  /** The number of remaining tests, the time in milliseconds, and the number of failures of each file. */
  #files = new Map()
  #total = 0
  #done = 0

  onBegin(_config, suite) {
    for (const test of suite.allTests()) {
      const state = this.#files.get(test.location.file) ?? { left: 0, count: 0, ms: 0, failed: 0 }
      state.left++
      state.count++
      this.#files.set(test.location.file, state)
    }
    this.#total = suite.allTests().length
  }

  onTestEnd(test, result) {
    const file = relative(process.cwd(), test.location.file)
    const state = this.#files.get(test.location.file)
    state.ms += result.duration
    const failed = test.outcome() === 'unexpected'
    if (failed) this.#print(file, test.title, result)
    if (failed && result.retry < test.retries) return
    this.#done++
    state.left--
    if (failed) {
      state.failed++
      recordFailure({ file, title: test.title, reason: reasonOf(result) })
    } else if (test.outcome() === 'flaky') {
      const [first] = test.results
      recordFlake({ file, title: test.title, reason: reasonOf(first) })
    }
    if (state.left > 0) return
    recordFile({ file, ms: state.ms })
    const mark = state.failed > 0 ? '✗' : '✓'
    const name = file.replace(/^tests\//, '')
    print(`  ${mark} [${this.#done}/${this.#total}] ${name} (${state.count} tests, ${seconds(state.ms)})`)
  }

  onError(error) {
    print(`    ✗ ${error.message ?? error.value}`)
    recordFailure({ file: 'playwright', title: 'an error outside of tests', reason: error.message ?? '' })
  }

  #print(file, title, result) {
    print(`    ✗ ${file} › ${title}`)
    for (const { message, snippet } of result.errors) {
      print(indented(message ?? ''))
      if (snippet) print(indented(snippet))
    }
    const trace = result.attachments.find(each => each.name === 'trace')?.path
    if (trace) print(`      npx playwright show-trace ${relative(process.cwd(), trace)}`)
  }

  printsToStdio() {
    return true
  }
}
