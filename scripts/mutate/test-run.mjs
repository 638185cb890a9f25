// Runs tests and builds in a copy of the project.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '../lib.mjs'
import { readResults } from '../test/results.mjs'

/** A fault may make a test wait for ever: after this time for each file, the tests count as failed. */
const FILE_TIMEOUT_MS = 240_000
const BUILD_TIMEOUT_MS = 600_000

/**
 * @typedef {import('../test/results.mjs').Failure} Failure
 * @typedef {{ passed: boolean, failure?: Failure, reason?: string }} Result
 *   `failure`: the first test that failed; without it, the tests could not run, for the reason given
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
    // The folder is the name of the project, or begins it.
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
    // A file that cannot even be loaded is not a result for the fault.
    const failure = failures.find(each => each.title !== 'the file itself' && each.file.startsWith('tests/'))
    const reason = failures[0]?.reason ?? output.trim().split('\n').at(-1)
    return { passed: false, failure, reason: `the tests could not run: ${reason}` }
  }

  /** Builds the server and the dashboard into `.output`. Throws when they do not build. */
  async build() {
    const { code, output } = await this.#run('nuxt', ['build'], BUILD_TIMEOUT_MS)
    if (code !== 0) throw new Error(`the server does not build: ${output.trim().split('\n').at(-1)}`)
  }

  /** Ends the running processes, with the servers of tests. */
  stop() {
    const { pid, exitCode, signalCode } = this.#child ?? {}
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    // The child leads a process group.
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
