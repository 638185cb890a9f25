// Prints one line a test file as it ends, and the details of each failure as it happens.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { recordFailure, seconds } from './failures.mjs'

const print = text => process.stdout.write(`${stripVTControlCharacters(text)}\n`)
const indented = text => text.replace(/^/gm, '      ')

export default class PlaywrightReporter {
  /** Tests to come, milliseconds spent and failures, by file. */
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
    this.#done++
    const file = relative(process.cwd(), test.location.file)
    const state = this.#files.get(test.location.file)
    state.left--
    state.ms += result.duration
    if (test.outcome() === 'unexpected') {
      state.failed++
      this.#fail(file, test.title, result)
    }
    if (state.left > 0) return
    const mark = state.failed > 0 ? '✗' : '✓'
    const name = file.replace(/^tests\//, '')
    print(`  ${mark} [${this.#done}/${this.#total}] ${name} (${state.count} tests, ${seconds(state.ms)})`)
  }

  onError(error) {
    print(`    ✗ ${error.message ?? error.value}`)
    recordFailure({ file: 'playwright', title: 'an error outside of tests', reason: error.message ?? '' })
  }

  #fail(file, title, result) {
    print(`    ✗ ${file} › ${title}`)
    for (const { message, snippet } of result.errors) {
      print(indented(message ?? ''))
      if (snippet) print(indented(snippet))
    }
    const trace = result.attachments.find(each => each.name === 'trace')?.path
    if (trace) print(`      npx playwright show-trace ${relative(process.cwd(), trace)}`)
    recordFailure({ file, title, reason: result.errors[0]?.message ?? result.status })
  }

  printsToStdio() {
    return true
  }
}
