// The steps of npm test. Each step is a command. The failures of all steps are collected, so that the last
// lines of the output list all of them.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root, say } from '../lib.mjs'
import { firstLine, readResults, seconds } from './results.mjs'

/** The maximum number of failures that the summary lists for one step. */
const MAX_NAMED_FAILURES = 15
/** The maximum number of files in the summary's list of the slowest files. */
const MAX_NAMED_FILES = 10
/**
 * The maximum number of tests that may pass only at the second attempt. More such tests cannot be explained
 * by chance.
 */
const MAX_FLAKES = 2
/**
 * The time limit for the tests of one file on an idle machine, in milliseconds. The slowest file takes about
 * a fifth of it; other processes may slow down a run after its start, when the slowness is measured.
 */
const FILE_BUDGET_MS = 300_000
const HEARTBEAT_MS = 30_000

/**
 * The result of a step. `busy`: how much of the processor time of the machine was used during the step, from
 * 0 to 1, by all processes. `flakes`: the tests that passed only at the second attempt.
 * @typedef {{ name: string, passed: boolean, ms?: number, busy?: number, failures?: string[],
 *   flakes?: string[], files?: import('./results.mjs').FileTime[] }} StepResult
 */

const running = new Map()
let lastOutput = Date.now()

function print(line) {
  lastOutput = Date.now()
  process.stdout.write(`${line}\n`)
}

/**
 * Starts to measure how busy the machine is. Returns a function that returns the share of the processor time
 * that was used since then, from 0 to 1.
 */
export function measureBusy() {
  const before = processorTime()
  return () => {
    const now = processorTime()
    return 1 - (now.idle - before.idle) / Math.max(1, now.all - before.all)
  }
}
function processorTime() {
  const times = cpus().map(each => each.times)
  const sum = values => values.reduce((total, each) => total + each, 0)
  return { idle: sum(times.map(each => each.idle)), all: sum(times.flatMap(each => Object.values(each))) }
}

/**
 * Runs a command and waits until it has ended. The output of tests is shown while they run. The output of
 * other commands is shown only if they fail. A step also fails if one of its test files exceeds the time
 * limit for a file.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 * @param {number} slowness of the machine: `measureSlowness`
 * @returns {Promise<StepResult>}
 */
export async function runStep(name, command, args, environment, slowness) {
  say(name)
  const began = Date.now()
  const busy = measureBusy()
  running.set(name, began)
  const folder = mkdtempSync(join(tmpdir(), 'exhibit-step-'))
  const resultFile = join(folder, 'results')
  const isTest = args.some(each => each.startsWith('--reporter'))
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, TEST_RESULTS: resultFile, FORCE_COLOR: '0' },
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
  const { failures, flakes, files } = readResults(resultFile)
  rmSync(folder, { recursive: true, force: true })
  const budget = FILE_BUDGET_MS * slowness
  // A test that passed only at the second attempt may have waited for its time limit at the first one, so the
  // time of its file is not checked.
  const hasFlake = file => flakes.some(each => each.file === file)
  const tooSlow = files
    .filter(({ file, ms }) => ms > budget && !hasFlake(file))
    .map(({ file, ms }) => `${file} took ${seconds(ms)}, a file may take ${seconds(budget)}: split it`)
  // Recorded failures count even if the exit code is 0, because a library may change the exit code of a test
  // run.
  const hasFailed = code !== 0 || failures.length > 0
  if (hasFailed && !isTest) for (const line of lines) print(`  ${line}`)
  const found = !hasFailed ? [] : isTest ? testFailures(failures, lines) : problems(lines)
  const ms = Date.now() - began
  const passed = !hasFailed && tooSlow.length === 0
  say(`${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds(ms)}`)
  return {
    name,
    passed,
    ms,
    busy: busy(),
    failures: [...found, ...tooSlow],
    flakes: flakes.map(described),
    files,
  }
}

const described = ({ file, title, reason }) => `${file} › ${title}: ${reason}`

/**
 * Returns the failures of a test run. If the test runner did not start, returns its error message instead.
 */
function testFailures(failures, lines) {
  if (failures.length === 0) return [firstLine(lines.findLast(line => /error/i.test(line)) ?? lines.at(-1))]
  return failures.map(described)
}

/**
 * Returns the lines of a checker's output that report a problem. If there are none, returns the last lines.
 */
function problems(lines) {
  let file = ''
  const found = []
  for (const line of lines) {
    // ESLint prints a file name once and lists the problems below it, so the file name is remembered. Other
    // checkers repeat the file name for each problem.
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

/**
 * Prints the names of the running steps whenever nothing was printed for some time. Returns the function that
 * stops this.
 */
export function startHeartbeat() {
  const timer = setInterval(() => {
    if (Date.now() - lastOutput < HEARTBEAT_MS || running.size === 0) return
    const steps = [...running].map(([name, began]) => `${name} (${seconds(Date.now() - began)})`)
    print(`  … running: ${steps.join(', ')}`)
  }, 5000)
  return () => clearInterval(timer)
}

/**
 * Returns whether all steps passed, and a summary. The summary lists the time of each step, the slowest
 * files, the tests that passed only at the second attempt, and the failures of each failed step.
 * @param {StepResult[]} results
 * @param {number} ms
 * @returns {{ text: string, passed: boolean }}
 */
export function summarize(results, ms) {
  const times = results.map(
    ({ name, ms: took = 0, busy = 0 }) =>
      `  ${seconds(took).padStart(9)}  ${name} (processors ${Math.round(busy * 100)} % busy)`,
  )
  const slowest = results
    .flatMap(({ files = [], name }) => files.map(each => ({ ...each, name })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MAX_NAMED_FILES)
    .map(({ file, ms: took, name }) => `  ${seconds(took).padStart(9)}  ${file} (${name})`)
  const flakes = results.flatMap(({ name, flakes: found = [] }) =>
    found.map(each => `~ flaky ${name}: ${each}`),
  )
  const failures = results.filter(each => !each.passed).flatMap(failuresOf)
  if (flakes.length > MAX_FLAKES)
    failures.push(
      `✗ ${flakes.length} tests passed only when they ran again; ` +
        `at most ${MAX_FLAKES} such tests are allowed`,
    )
  const passed = failures.length === 0
  const end = Math.round(ms / 1000)
  return {
    text: [
      ...(times.length > 1 ? ['time by step', ...times] : []),
      ...(slowest.length > 0 ? ['slowest files', ...slowest] : []),
      ...flakes,
      ...(passed ? [`all passed in ${end} s`] : [`failed after ${end} s:`, ...failures]),
    ].join('\n'),
    passed,
  }
}

/** @param {StepResult} result */
function failuresOf({ name, failures = [] }) {
  const more = failures.length - MAX_NAMED_FAILURES
  return [
    ...failures.slice(0, MAX_NAMED_FAILURES).map(each => `✗ ${name}: ${each}`),
    ...(more > 0 ? [`✗ ${name}: and ${more} more`] : []),
  ]
}
