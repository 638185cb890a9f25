// Prints one line for each test file when it ends, and the details of each failure.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { firstLine, recordFailure, recordFile, recordFlake, seconds } from './results.mjs'

const print = text => process.stdout.write(`${stripVTControlCharacters(text)}\n`)
const indented = text => text.replace(/^/gm, '      ')

/** Returns the lines of a stack trace that are in files of the project. */
const ownFrames = (stack = '') =>
  stack
    .split('\n')
    .filter(line => /\/(?:tests|server|shared|app)\//.test(line) && !line.includes('node_modules'))
    .slice(0, 4)
    .map(line => `      ${line.trim()}`)

/** Returns the message of an error, and the message of its cause: `fetch failed` alone does not say why. */
const messageOf = ({ message, cause } = {}) =>
  cause?.message ? `${message}: ${cause.code ?? ''} ${cause.message}` : message

export default class VitestReporter {
  #done = 0
  #files = 0

  onTestRunStart(specifications) {
    this.#files = specifications.length
  }

  onTestModuleEnd(module) {
    this.#done++
    const file = relative(process.cwd(), module.moduleId)
    // A test is skipped only if `-t` limits the run to other titles, so skipped tests are not reported.
    const tests = [...module.children.allTests()].filter(each => each.result().state !== 'skipped')
    const mark = module.state() === 'failed' ? '✗' : '✓'
    const ms = module.diagnostic().duration
    recordFile({ file, ms })
    const count = `[${this.#done}/${this.#files}]`
    print(`  ${mark} ${count} ${file.replace(/^tests\//, '')} (${tests.length} tests, ${seconds(ms)})`)
    for (const error of module.errors()) this.#fail(file, 'the file itself', [error])
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) this.#fail(file, suite.fullName, suite.errors())
    for (const test of tests) {
      const { state, errors } = test.result()
      if (state === 'failed') this.#fail(file, test.fullName, errors)
      else if (test.diagnostic()?.flaky) this.#report(recordFlake, file, test.fullName, errors)
    }
  }

  onTestRunEnd(_modules, unhandledErrors) {
    for (const error of unhandledErrors) this.#fail('an unhandled error', error.name ?? 'error', [error])
  }

  #fail(file, title, errors) {
    this.#report(recordFailure, file, title, errors)
  }

  /** Prints the errors of a test, and records the test as failed or flaky. */
  #report(record, file, title, errors = []) {
    print(`    ✗ ${title}`)
    for (const each of errors) {
      const { diff, stack } = each
      print(indented(messageOf(each)))
      if (diff) print(indented(diff))
      for (const frame of ownFrames(stack)) print(frame)
    }
    record({ file, title, reason: firstLine(messageOf(errors[0])) })
  }
}
