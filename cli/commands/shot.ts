import { realpath, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { openSession } from '../account/session'
import { launchBrowser } from '../capture/browser/browser'
import { findBrowser } from '../capture/browser/find-browser'
import { withCleanup } from '../capture/cleanup'
import { portText, startServer } from '../capture/serve/dev-server'
import { addWorktree, requireCommit, type Worktree } from '../capture/serve/worktree'
import { planShots, takeShots, type Shot, type Step } from '../capture/shots'
import type { SourceFolders } from '../capture/source-paths'
import { repositoryFolder } from '../change/git'
import { requireNamedReview } from '../change/review'
import { usageFailure } from '../failure'
import type { Evidence } from '../push/evidence'
import type { Subject } from '../push/find-evidence'
import { sendAndReport } from '../push/send-and-report'
import { readAnswers, requireThreads } from '../thread/answers'
import { seconds } from './arguments'
import { describedBy, redactOption, sendOptions, title, type SendCommandOptions } from './send-options'

interface Options extends SendCommandOptions {
  before?: string
  serve?: string
  widths: number[]
  height?: number
  scale: number
  dark?: boolean
  full?: boolean
  waitFor?: Step[]
  timeout?: number
  out?: string
}

const DEFAULT_WIDTH = 1280
const MAX_SHOTS = 50
/** CSS pixels: no window is larger or smaller. */
const [MIN_SIZE, MAX_SIZE] = [100, 8000]

/** Adds `exhibit shot`. */
export function addShot(program: Command): void {
  // Clicks and waits are done in the order in which they are given.
  const steps: Step[] = []
  const step = (kind: Step['kind']) => (selector: string) => {
    steps.push({ kind, selector })
    return steps
  }
  const command = program
    .command('shot')
    .summary('Take screenshots of pages and send them with what the pages contain')
    .description(
      'Takes pictures of pages with the Chrome or Chromium of this machine, or the one of Playwright, and ' +
        'sends them to the review of this change, with a map of the elements: a comment then names the ' +
        'element that it is on, and the line of its code in a development build. The titles come from ' +
        'path and width, so that the next run revises the same evidence.',
    )
    .argument('<url...>', `addresses of pages; ${portText} stands for the port of --serve`)
    .option('--serve <command>', `start this server first, on the port in PORT and ${portText}, and stop it`)
    .option('--before <ref>', 'take the same pictures of this commit first, in a worktree; needs --serve')
    .option('--widths <pixels>', 'widths of the window, such as 390,1280', widths, [DEFAULT_WIDTH])
    .option('--height <pixels>', 'height of the window (default: 844 of a phone, 1024, else 800)', size)
    .option('--scale <factor>', 'pixels of the picture for each CSS pixel, 1 to 3', scale, 1)
    .option('--dark', 'take each picture in the dark color scheme too')
    .option('--full', 'take the whole page, not only the window')
    .option('--wait-for <selector>', 'wait until this is visible; repeatable', step('wait-for'))
    .option('--click <selector>', 'click this, a CSS selector or text=…; repeatable', step('click'))
    .option('--title <text>', 'title instead of the words of the path', title)
    .option('--timeout <seconds>', 'for server, page and selector each (default: 60, 30, 10)', seconds)
    .option('--out <folder>', 'keep the pictures in this folder')
    .addHelpText('after', examples)
    .action(async (urls: string[], _options, command: Command) => run(urls, steps, command.optsWithGlobals()))
  redactOption(sendOptions(command))
}

const examples = `
Examples:
  exhibit shot http://localhost:3000/cart --widths 390,1280
  exhibit shot http://localhost:{port}/ --serve "npm run dev" --before main --dark
  exhibit shot http://localhost:3000/ --click "text=Menu" --wait-for "[role=menu]" --scenario "menu open"`

async function run(urls: string[], steps: Step[], options: Options): Promise<void> {
  const answers = readAnswers(options.address)
  const shots = planShots(urls, { ...options, steps })
  assertPossible(urls, shots, options)
  const commit = options.before === undefined ? null : await requireCommit(options.before)
  const executable = findBrowser()
  await requireNamedReview(options)
  const session = await openSession(options)
  const threads = await requireThreads(session.api, options, answers)
  await withCleanup(async cleanup => {
    const temporary = await mkdtemp(join(tmpdir(), 'exhibit-shots-'))
    cleanup.add(() => rm(temporary, { recursive: true, force: true }))
    const browser = await launchBrowser(executable, cleanup)
    const warnings: { code: string; message: string }[] = []
    const times = timesOf(options.timeout)
    const take = async (worktree: Worktree | null) => {
      const folder = worktree?.folder ?? process.cwd()
      const server = options.serve
        ? await startServer(options.serve, {
            url: urls[0] ?? '',
            folder,
            timeout: times.server,
            cleanup,
          })
        : null
      const name = worktree ? 'before' : options.before === undefined ? '' : 'after'
      const taken = await takeShots(shots, {
        browser,
        folder: join(options.out === undefined ? temporary : resolve(options.out), name),
        sources: worktree ? { root: worktree.root, folder } : await sourcesOfCheckout(),
        times,
        steps,
        isFull: options.full === true,
        address: server?.address ?? (url => url),
        onWarning: message => warnings.push({ code: 'page_status', message }),
      })
      await server?.stop()
      return taken
    }
    const note = (command: string) =>
      session.output.notice(`Installing the packages of ${options.before ?? ''}: ${command}`)
    const before = commit === null ? null : await take(await addWorktree(commit, cleanup, note))
    const after = await take(null)
    const subjects = after.map((evidence, index) => subjectOf(evidence, before?.[index]))
    const described = describedBy(options)
    await sendAndReport(session, options, {
      subjects,
      answers,
      threads,
      warnings,
      describe: ({ evidence }) => {
        const { route, width, height, scale } = shots.find(each => each.title === evidence.title) ?? {}
        const viewport = width && height ? { width, height, deviceScaleFactor: scale } : undefined
        return { ...described, route, viewport }
      },
    })
  })
}

/** Returns after how many milliseconds a server, a page and a selector count as missing. */
function timesOf(timeout: number | undefined): { server: number; load: number; selector: number } {
  if (timeout === undefined) return { server: 60_000, load: 30_000, selector: 10_000 }
  const ms = timeout * 1000
  return { server: ms, load: ms, selector: ms }
}

const subjectOf = (evidence: Evidence, before: Evidence | undefined): Subject => ({
  evidence,
  before: before ? { ...before, isBefore: true } : null,
})

/** Returns the folders of the present checkout; null outside of a repository. */
async function sourcesOfCheckout(): Promise<SourceFolders | null> {
  const root = await repositoryFolder()
  return root === undefined ? null : { root: await realpath(root), folder: await realpath(process.cwd()) }
}

/** Throws a usage failure if options do not fit each other. */
function assertPossible(urls: string[], shots: Shot[], options: Options): void {
  const { before, serve } = options
  if (before !== undefined && serve === undefined)
    throw usageFailure(
      '--before needs --serve, which starts the server of both states.',
      `Add --serve "npm run dev", and ${portText} for the port in the address.`,
    )
  const withPort = urls.find(url => url.includes(portText))
  if (withPort !== undefined && serve === undefined)
    throw usageFailure(
      `"${withPort}" has ${portText}, but there is no --serve.`,
      'Add --serve "npm run dev", or write the port.',
    )
  if (shots.length > MAX_SHOTS)
    throw usageFailure(
      `These are ${shots.length} pictures; the limit is ${MAX_SHOTS}.`,
      'Take fewer at once.',
    )
}

function widths(text: string): number[] {
  const sizes = text.split(',').map(size)
  return [...new Set(sizes)]
}

function size(text: string): number {
  const pixels = Number(text)
  if (text.trim() !== '' && Number.isInteger(pixels) && pixels >= MIN_SIZE && pixels <= MAX_SIZE)
    return pixels
  throw new InvalidArgumentError(`Give whole numbers from ${MIN_SIZE} to ${MAX_SIZE}, such as 390,1280.`)
}

function scale(text: string): number {
  const factor = Number(text)
  if (factor >= 1 && factor <= 3) return factor
  throw new InvalidArgumentError('Give a number from 1 to 3.')
}
