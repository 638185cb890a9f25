// The steps of npm test: each is a command whose failures are collected, so that the last lines name them
// all.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { env, root, say } from '../lib.mjs'
import { firstLine, readFailures, seconds } from './failures.mjs'

/** How many failures of one step the summary names. */
const NAMED_FAILURES = 15
const HEARTBEAT_MS = 30_000

/** @typedef {{ name: string, passed: boolean, failures: string[], flakes?: string[] }} StepResult */

const running = new Map()
let lastOutput = Date.now()

function print(line) {
  lastOutput = Date.now()
  process.stdout.write(`${line}\n`)
}

/**
 * Runs a command to its end. Tests print as they go; what other commands print is shown when they fail.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {{ environment?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<StepResult>}
 */
export async function runStep(name, command, args, { environment = env } = {}) {
  say(name)
  const began = Date.now()
  running.set(name, began)
  const folder = mkdtempSync(join(tmpdir(), 'exhibit-step-'))
  const failureFile = join(folder, 'failures')
  const isTest = args.some(each => each.startsWith('--reporter'))
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, TEST_FAILURES: failureFile, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = []
  const reading = [child.stdout, child.stderr].map(async stream => {
    for await (const line of createInterface({ input: stream })) {
      lines.push(line)
      if (isTest) print(line)
    }
  })
  const code = await new Promise(resolve => {
    child.on('error', error => {
      lines.push(error.message)
      resolve(1)
    })
    child.on('close', exitCode => resolve(exitCode ?? 1))
  })
  await Promise.all(reading)
  running.delete(name)
  // A library may change the exit code of a test run: what was recorded counts too.
  const recorded = readFailures(failureFile)
  const passed = code === 0 && recorded.failures.length === 0
  if (!passed && !isTest) for (const line of lines) print(`  ${line}`)
  say(`${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds(Date.now() - began)}`)
  const failures = passed ? [] : isTest ? testFailures(recorded.failures, lines) : problems(lines)
  rmSync(folder, { recursive: true, force: true })
  return { name, passed, failures, flakes: recorded.flakes.map(described) }
}

const described = ({ file, title, reason }) => `${file} › ${title}: ${reason}`

/** Returns the failures of a test run; else the last line, of a runner that did not start. */
function testFailures(failures, lines) {
  if (failures.length === 0) return [firstLine(lines.findLast(line => /error/i.test(line)) ?? lines.at(-1))]
  return failures.map(described)
}

/** Returns the lines of a checker's output that report a problem. */
function problems(lines) {
  let file = ''
  const found = []
  for (const line of lines) {
    // ESLint names a file and lists its problems below; the other checkers repeat the file.
    if (line.startsWith(root)) file = `${line.slice(root.length)}:`
    else if (/^\s+\d+:\d+\s+error/.test(line)) found.push(firstLine(file + line.trim()))
    else if (/error TS\d+|^\[(?:warn|error)\] (?!Code style)/.test(line)) found.push(firstLine(line))
  }
  if (found.length > 0) return found
  return lines
    .filter(line => line.trim() !== '')
    .slice(-5)
    .map(firstLine)
}

/** Prints what is running whenever nothing was printed for a while. Returns the function that ends it. */
export function startHeartbeat() {
  const timer = setInterval(() => {
    if (Date.now() - lastOutput < HEARTBEAT_MS || running.size === 0) return
    const steps = [...running].map(([name, began]) => `${name} (${seconds(Date.now() - began)})`)
    print(`  … running: ${steps.join(', ')}`)
  }, 5000)
  return () => clearInterval(timer)
}

/**
 * Returns the last lines of the output: that all passed, or each failed step with what failed in it; before
 * them, the tests that passed only when they were run again.
 * @param {StepResult[]} results
 * @param {number} ms
 */
export function summarize(results, ms) {
  const flakes = results.flatMap(({ name, flakes: found = [] }) =>
    found.map(each => `~ flaky ${name}: ${each}`),
  )
  return [...flakes, verdict(results, ms)].join('\n')
}

/**
 * @param {StepResult[]} results
 * @param {number} ms
 */
function verdict(results, ms) {
  const failed = results.filter(each => !each.passed)
  if (failed.length === 0) return `all passed in ${Math.round(ms / 1000)} s`
  const lines = failed.flatMap(({ name, failures }) => {
    const more = failures.length - NAMED_FAILURES
    return [
      ...failures.slice(0, NAMED_FAILURES).map(each => `✗ ${name}: ${each}`),
      ...(more > 0 ? [`✗ ${name}: and ${more} more`] : []),
    ]
  })
  return [`failed after ${Math.round(ms / 1000)} s:`, ...lines].join('\n')
}
