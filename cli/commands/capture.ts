import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { openSession } from '../account/session'
import { launchBrowser, type Browser } from '../capture/browser/browser'
import { findBrowser } from '../capture/browser/find-browser'
import type { TabTimes } from '../capture/browser/tab'
import { withCleanup, type Cleanup } from '../capture/cleanup'
import { assertKeptHere, printFiles, writeContexts } from '../capture/captured-files'
import { portText, startServer } from '../capture/serve/dev-server'
import { addWorktree, requireCommit, type Worktree } from '../capture/serve/worktree'
import type { CaptureWarning } from '../capture/shots'
import type { SourceFolders } from '../capture/source-paths'
import { repositoryFiles, repositoryFolder } from '../change/git'
import { findReviewToPush, requireNamedReview } from '../change/review'
import { usageFailure } from '../failure'
import { createOutput } from '../output'
import type { Evidence } from '../push/evidence'
import type { Subject } from '../push/find-evidence'
import { sendAndReport, type Sending } from '../push/send-and-report'
import type { Description } from '../push/planned-file'
import { readReplies, requireThreads } from '../thread/replies'
import { seconds } from './arguments'
import { describedBy, redactOption, sendOptions, title, type SendCommandOptions } from './send-options'

/** The values of {@link captureOptions}. */
export interface CaptureOptions extends SendCommandOptions {
  serve?: string
  before?: string
  height?: number
  dark?: boolean
  timeout?: number
  out?: string
}

/** The objects that a command needs to capture pages of one state of the repository. */
export interface State {
  browser: Browser
  /** The folder in which the captured files are stored. */
  folder: string
  /** The folders of the source files; null outside of a repository. */
  sources: SourceFolders | null
  times: TabTimes
  cleanup: Cleanup
  /** Returns the address of a URL, with the port of the server of this state. */
  address: (url: string) => string
  /** Is called with a warning about a captured page. */
  onWarning: (code: CaptureWarning, text: string) => void
}

/** The smallest and the largest side of a window, in CSS pixels. */
const [MIN_SIZE, MAX_SIZE] = [100, 8000]

/** Adds the options of commands that open pages, and the options of commands that send evidence. */
export const captureOptions = (command: Command): Command =>
  sendOptions(
    command
      .option('--serve <command>', `start this server, on the port in PORT and ${portText}, and stop it`)
      .option('--before <ref>', 'capture this commit first in the same way, in a worktree; needs --serve')
      .option('--height <pixels>', 'height of the window (default: 844 of a phone, 1024, else 800)', pixels)
      .option('--title <text>', 'title instead of the words of the path', title)
      .option('--timeout <seconds>', 'for server, page and selector each (default: 60, 30, 10)', seconds)
      .addOption(outOption()),
  )

/**
 * Returns the option `--out`, which keeps the files instead of sending them. It conflicts with all options
 * about sending, except `--scenario`, which also changes the titles of the files.
 */
const outOption = (): Option =>
  new Option(
    '--out <folder>',
    'send nothing, but keep the files in this folder, each with a JSON file of what its page contains; ' +
      'files of the same names are replaced',
  ).conflicts(
    redactOption(sendOptions(new Command()))
      .options.map(each => each.attributeName())
      .filter(name => name !== 'scenario'),
  )

/** Parses a size of the window in CSS pixels. */
export function pixels(text: string): number {
  const size = Number(text)
  if (text.trim() !== '' && Number.isInteger(size) && size >= MIN_SIZE && size <= MAX_SIZE) return size
  throw new InvalidArgumentError(`Give whole numbers from ${MIN_SIZE} to ${MAX_SIZE}, such as 390.`)
}

/** Returns the usual height of a window with this width: the height of a phone, a tablet or a laptop. */
export const usualHeight = (width: number): number => (width <= 600 ? 844 : width <= 1024 ? 1024 : 800)

/** A function that is called with the captured files. It sends them, or prints their paths. */
type Receive = (captured: { subjects: Subject[]; warnings: Warning[] }) => Promise<void> | void
type Warning = NonNullable<Sending['warnings']>[number]
type Describe = (evidence: Evidence) => Description

/**
 * Captures pages and sends the result to the review of the change. With `--before`, first captures the pages
 * of the earlier commit. With `--out`, keeps the files in a folder instead, and needs no sign-in. `take`
 * captures the pages of one state, in the same order each time. If anything fails, nothing is sent. At the
 * end and after a signal, stops servers and browsers, and removes worktrees. With `port`, other programs can
 * connect to the browser.
 */
export async function captureAndSend(
  urls: string[],
  options: CaptureOptions,
  take: (state: State) => Promise<Evidence[]>,
  describe: Describe,
  { port = false }: { port?: boolean } = {},
): Promise<void> {
  assertServed(urls, options)
  const commit = options.before === undefined ? null : await requireCommit(options.before)
  if (options.out !== undefined) await assertKeptHere(options.out)
  const executable = findBrowser()
  const output = createOutput(options.json === true)
  const described = describedBy(options)
  const describeAll: Describe = evidence => ({ ...described, ...describe(evidence) })
  const receive: Receive =
    options.out === undefined
      ? await prepareSending(options, describeAll)
      : captured => printFiles(output, captured, describeAll)
  await withCleanup(async cleanup => {
    const temporary = await mkdtemp(join(tmpdir(), 'exhibit-capture-'))
    cleanup.add(() => rm(temporary, { recursive: true, force: true }))
    const browser = await launchBrowser(executable, cleanup, { port })
    const warnings: Warning[] = []
    const capture: Capture = {
      urls,
      options,
      take,
      browser,
      folder: options.out ?? temporary,
      cleanup,
      onWarning: (code, message) => warnings.push({ code, message }),
    }
    const note = (what: string) =>
      output.notice(`Installing the packages of ${options.before ?? ''}: ${what}`)
    const worktree = commit === null ? null : await addWorktree(commit, cleanup, note)
    const before = worktree && (await takeState(capture, worktree))
    worktree?.remove()
    const after = await takeState(capture, null)
    await receive({
      subjects: after.map((evidence, index) => subjectOf(evidence, before?.[index])),
      warnings,
    })
  })
}

/** The values that are the same for both states that a command captures. */
interface Capture extends Pick<State, 'browser' | 'folder' | 'cleanup' | 'onWarning'> {
  urls: string[]
  options: CaptureOptions
  /** Captures the pages of one state. */
  take: (state: State) => Promise<Evidence[]>
}

/**
 * Captures the pages of one state of the repository, with its server if there is one: the state of a worktree
 * of the earlier commit, or, without a worktree, the present state.
 */
async function takeState(
  { urls, options, take, folder: parent, ...shared }: Capture,
  worktree: Worktree | null,
): Promise<Evidence[]> {
  const folder = worktree?.folder ?? (await realpath(process.cwd()))
  const root = worktree?.root ?? (await repositoryFolder())
  const times = timesOf(options)
  const [url = ''] = urls
  const server =
    options.serve === undefined
      ? null
      : await startServer(options.serve, {
          url,
          folder,
          timeout: times.server,
          cleanup: shared.cleanup,
          state: worktree ? (options.before ?? '') : '',
        })
  const name = worktree ? 'before' : options.before === undefined ? '' : 'after'
  const taken = await take({
    ...shared,
    folder: join(parent, name),
    sources: root === undefined ? null : await sourceFolders(root, folder),
    times,
    address: server?.address ?? (given => given),
  })
  await server?.stop()
  if (options.out !== undefined) await writeContexts(taken)
  return taken
}

/**
 * Signs in and checks the project, the review and the threads. This happens before pages are captured, so
 * that a command that must fail fails early. Returns the function that sends the files.
 */
async function prepareSending(options: CaptureOptions, describe: Describe): Promise<Receive> {
  const replies = readReplies(options.address)
  await requireNamedReview(options)
  const session = await openSession(options)
  await findReviewToPush(session.api, options)
  const threads = await requireThreads(session.api, options, replies)
  return async captured =>
    sendAndReport(session, options, {
      ...captured,
      replies,
      threads,
      describe: ({ evidence }) => describe(evidence),
    })
}

/**
 * The shortest time limit in milliseconds for a response of a page. Preparing a page for a picture may take
 * five seconds, and a slow machine needs a few more.
 */
const MIN_RESPONSE_MS = 10_000

/**
 * Returns the time limits in milliseconds for the start of a server, for loading a page, for finding an
 * element, and for a response of a page.
 */
function timesOf({ timeout }: CaptureOptions): TabTimes & { server: number } {
  if (timeout === undefined) return { server: 60_000, load: 30_000, selector: 10_000, response: 30_000 }
  const ms = timeout * 1000
  return { server: ms, load: ms, selector: ms, response: Math.max(ms, MIN_RESPONSE_MS) }
}

/**
 * Returns the folders of the source files. `folder` is the folder in the repository in which the command
 * runs.
 */
async function sourceFolders(given: string, folder: string): Promise<SourceFolders> {
  const root = await realpath(given)
  return { root, folder, files: await repositoryFiles(root) }
}

const subjectOf = (evidence: Evidence, before: Evidence | undefined): Subject => ({
  evidence,
  before: before ? { ...before, isBefore: true } : null,
})

/** Throws a usage failure if the options need a development server, but `--serve` is missing. */
function assertServed(urls: string[], { before, serve }: CaptureOptions): void {
  if (serve !== undefined) return
  if (before !== undefined)
    throw usageFailure(
      '--before needs --serve, which starts the server of both states.',
      `Add --serve "npm run dev", and ${portText} for the port in the address.`,
    )
  const withPort = urls.find(url => url.includes(portText))
  if (withPort !== undefined)
    throw usageFailure(
      `"${withPort}" has ${portText}, but there is no --serve.`,
      'Add --serve "npm run dev", or write the port.',
    )
}
