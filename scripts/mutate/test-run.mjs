// Runs tests and builds in a copy of the project.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '../lib.mjs'
import { readResults } from '../test/results.mjs'

/**
 * Milliseconds: the time limit for each test file. A fault may make a test wait forever: after this time, the
 * tests count as failed.
 */
const FILE_TIMEOUT_MS = 240_000
const BUILD_TIMEOUT_MS = 600_000

/**
 * @typedef {import('../test/results.mjs').Failure} Failure
 * @typedef {{ passed: boolean, failure?: Failure, reason?: string }} Result
 *   `failure`: the first test that failed. Without it, the tests could not run, and `reason` states why
 */

export class TestRun {
  #folder
  #child

  /** @param {string} folder the copy */
  constructor(folder) {
    this.#folder = folder
  }

  /**
   * Runs test files until a test fails.
   * @param {string[]} files
   * @returns {Promise<Result>}
   */
  async tests(files) {
    if (files.length === 0) return { passed: true }
    const resultFile = join(this.#folder, 'results.jsonl')
    rmSync(resultFile, { force: true })
    // A Vitest project has the name of its folder, or a name that begins with it.
    const projects = [...new Set(files.map(file => file.split('/')[1]))].flatMap(name => [
      '--project',
      `${name}*`,
    ])
    const options = ['--bail=1', '--reporter=./scripts/test/vitest-reporter.mjs', ...projects]
    const timeout = FILE_TIMEOUT_MS * files.length
    const { code, output, timedOut } = await this.#run('vitest', ['run', ...options, ...files], timeout, {
      TEST_RESULTS: resultFile,
    })
    if (timedOut) {
      const title = `the tests ran for more than ${timeout / 1000} s`
      return { passed: false, failure: { file: files.join(', '), title, reason: title } }
    }
    if (code === 0) return { passed: true }
    const { failures } = readResults(resultFile)
    // If a test file could not even be loaded, the tests do not show whether they find the fault, so this is
    // not counted as a failure of a test.
    const failure = failures.find(each => each.title !== 'the file itself' && each.file.startsWith('tests/'))
    const reason = failures[0]?.reason ?? output.trim().split('\n').at(-1)
    return { passed: false, failure, reason: `the tests could not run: ${reason}` }
  }

  /** Builds the server and the dashboard into `.output`. Throws if the build fails. */
  async build() {
    const { code, output } = await this.#run('nuxt', ['build'], BUILD_TIMEOUT_MS)
    if (code !== 0) throw new Error(`the server does not build: ${output.trim().split('\n').at(-1)}`)
  }

  /** Ends the running processes, including the servers of tests. */
  stop() {
    const { pid, exitCode, signalCode } = this.#child ?? {}
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    // A negative id ends the whole process group, which the child process leads.
    process.kill(-pid, 'SIGKILL')
  }

  #run(command, args, timeout, more = {}) {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: this.#folder,
        env: { ...env, ...more, FORCE_COLOR: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      this.#child = child
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', chunk => {
          output += chunk
        })
      let timedOut = false
      const timer = setTimeout(() => {
        timedOut = true
        this.stop()
      }, timeout)
      child.on('error', reject)
      child.on('close', code => {
        clearTimeout(timer)
        resolve({ code, output, timedOut })
      })
    })
  }
}
