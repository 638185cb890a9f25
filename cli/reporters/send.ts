import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { limits } from '#shared/contract/kit/limits'
import { createApi, waitNote, type Api } from '../api'
import { findKnownServer, findServer, findToken } from '../account/config'
import { describeError, Failure, usageFailure, type PrintedError } from '../failure'
import { createOutput, oneLine } from '../output'
import { readEvidence } from '../push/evidence'
import { findPath } from '../push/find-path'
import { push, type PushResult, type Submission } from '../push/push'
import { refusedFile, summaryOf, type PushedFile } from '../push/pushed-file'
import { warnOfMarkdown, type PictureWarning } from '../push/unreachable-pictures'
import { parseViewport, viewportForm } from '../push/viewport'
import { notSignedIn } from '../account/session'
import type { CheckedOptions } from './check-options'
import { findLabeled, labelOf, labelsOf, titleOf } from './label'
import { EVIDENCE, type Attachment, type TestEvidence } from './test-evidence'

/** An attachment with its test and the title of its evidence. */
interface Item {
  title: string
  test: TestEvidence
  attachment: Attachment
}

/**
 * The content of the file that the option `output` names. It is the document that `exhibit push --json`
 * prints.
 */
type Outcome = Partial<PushResult> & { warnings?: PictureWarning[]; error?: PrintedError }

/**
 * Sends the attachments of tests to the review of the change, and prints the result to stderr. Without a
 * token, prints that it sends nothing; this is an error only with the option `strict`. Never throws. Returns
 * whether there was no error.
 */
export async function sendEvidence(tests: TestEvidence[], options: CheckedOptions): Promise<boolean> {
  const items = itemsOf(tests)
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(ranOut(options.timeout)), options.timeout * 1000)
  try {
    const api = items.length > 0 ? await connect(options, ending.signal) : null
    if (!api) return await finishUnsent(options, items.length > 0)
    return await finish(options, await sendItems(api, items, options))
  } catch (error) {
    return await finish(options, { error: describeError(error) })
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the evidence of tests. If several attachments have the same title, only the last one is used. */
function itemsOf(tests: TestEvidence[]): Item[] {
  const items = tests.flatMap(test =>
    test.attachments.map(attachment => ({ title: titleOf(test, attachment.name), test, attachment })),
  )
  return [...new Map(items.map(each => [each.title, each])).values()]
}

/** Returns the client of the server; null if there is no token. */
async function connect({ server: given }: CheckedOptions, signal: AbortSignal): Promise<Api | null> {
  const server = process.env.EXHIBIT_TOKEN ? await findServer(given) : await findKnownServer(given)
  const token = server && (await findToken(server))
  return token ? createApi({ server, token, signal, onWait: waitNote(createOutput(false)) }) : null
}

/**
 * Ends a run that sends nothing, because there is no evidence or no token. A missing token is an error only
 * with the option `strict`, because the CI job of a pull request from a fork has no token.
 */
async function finishUnsent(options: CheckedOptions, hasEvidence: boolean): Promise<boolean> {
  if (!hasEvidence) return finish(options, {})
  const error = await findServer(options.server).then(
    server => describeError(notSignedIn(server)),
    (unknown: unknown) => describeError(unknown),
  )
  if (options.strict) return finish(options, { error })
  await finish(options, {})
  createOutput(false).note(`exhibit: The evidence was not sent: ${oneLine(error)}`)
  return true
}

const ranOut = (seconds: number) =>
  new Failure(
    'timeout',
    `Sending took longer than ${seconds} s.`,
    'Run the tests again to send the rest, or raise the option "timeout".',
  )

async function sendItems(api: Api, items: Item[], options: CheckedOptions): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-'))
  try {
    const refused: PushedFile[] = []
    const submissions: Submission[] = []
    for (const [index, item] of items.entries())
      await submissionOf(item, join(folder, String(index))).then(
        each => submissions.push(each),
        (error: unknown) => refused.push(refuse(item, error)),
      )
    const [firstRefused] = refused
    if (submissions.length === 0) return { files: refused, error: firstRefused?.error }
    const pr = options.pr === undefined ? undefined : String(options.pr)
    const named = { ...options, pr }
    const { result, files, error } = await push(api, submissions, named, withoutProgress)
    return {
      ...result,
      warnings: result ? await warnOfMarkdown(result.review, named) : [],
      files: [...files, ...refused],
      error: error === undefined ? firstRefused?.error : describeError(error),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const withoutProgress = () => ({ advance() {}, completed() {}, end() {} })

/** Prepares an attachment for the push. If it has no file, its content is written to `path`. */
async function submissionOf({ title, test, attachment }: Item, path: string): Promise<Submission> {
  const label = labelOf(title, test)
  const given = attachment.path === undefined ? path : await findPath(attachment.path)
  if (given === null) throw missingAttachment(attachment.path ?? '')
  if (attachment.path === undefined) await writeFile(path, attachment.body ?? '', { mode: 0o600 })
  const file = { name: attachment.path ?? label, path: given, title: label }
  const read = await readEvidence(file)
  const evidence = { ...read, context: contextJson(attachment, read.durationMs) }
  const viewport = viewportOf(test)
  return {
    evidence,
    before: null,
    findArtifact: artifacts => findLabeled(artifacts, title, evidence.kind),
    describe: artifact => ({ ...labelsOf(title, test, artifact), route: test.route, viewport }),
  }
}

/** Returns the context of an attachment as JSON; null if it has none, or one that is too large to send. */
function contextJson({ context }: Attachment, durationMs: number | undefined): string | null {
  const found = context?.(durationMs) ?? null
  if (found === null) return null
  const text = JSON.stringify(found)
  return Buffer.byteLength(text) <= limits.contextBytes ? text : null
}

/** Returns the failure for an attachment whose file does not exist any more when the test run ends. */
const missingAttachment = (path: string) =>
  new Failure(
    'invalid_file',
    `There is no file "${path}".`,
    'Attach its content, or leave the file until the run has ended; merge reports where their files are.',
  )

function viewportOf({ viewport: text }: TestEvidence) {
  const viewport = text === undefined ? undefined : parseViewport(text)
  if (viewport !== null) return viewport
  throw usageFailure(`The annotation "${EVIDENCE}:viewport" is "${text}".`, `Give it as ${viewportForm}.`)
}

const refuse = ({ title, test, attachment }: Item, error: unknown): PushedFile =>
  refusedFile(attachment.path ?? title, labelOf(title, test), error)

/**
 * Prints the result, and writes it to the file `output`. If there is no result, removes the file that an
 * earlier run wrote. Returns whether there was no error.
 */
async function finish({ output }: CheckedOptions, outcome: Outcome): Promise<boolean> {
  const shown = { ...outcome, error: (await write(output, outcome)) ?? outcome.error }
  const { note } = createOutput(false)
  for (const line of linesOf(shown)) note(`exhibit: ${line}`)
  return shown.error === undefined
}

/**
 * Writes the result to the file `output`, or removes the file if the result is empty. Returns the error if
 * this fails, else undefined.
 */
async function write(output: string | undefined, outcome: Outcome): Promise<PrintedError | undefined> {
  if (output === undefined) return undefined
  try {
    await mkdir(dirname(output), { recursive: true })
    if (Object.keys(outcome).length === 0) await rm(output, { force: true })
    else await writeFile(output, `${JSON.stringify(outcome, null, 2)}\n`)
    return undefined
  } catch (error) {
    return describeError(error)
  }
}

/**
 * Returns the lines to print: the result, the warnings, and the reason for each file that was not sent. If an
 * error is not about a file, it gets a separate line.
 */
function linesOf({ review, files = [], warnings = [], error }: Outcome): string[] {
  const result = review ? [`${summaryOf(files)} · ${review.url}`] : []
  const summary = [...result, ...warnings.map(each => each.message)]
  if (!error) return summary
  const reasonOf = (each: PrintedError) => oneLine({ ...each, hint: namingOptions(each.hint) })
  const failed = files.flatMap(each => (each.error ? [{ title: each.title, error: each.error }] : []))
  const reasons = failed.map(each => `"${each.title}" was not sent: ${reasonOf(each.error)}`)
  const isOfFile = failed.some(each => each.error.message === error.message)
  return [...summary, ...reasons, ...(isOfFile ? [] : [`The evidence was not sent: ${reasonOf(error)}`])]
}

/**
 * Returns a hint of the command line in a form that fits a reporter: the flag `--ref NAME` becomes the option
 * "ref".
 */
const namingOptions = (hint: string | null) => hint?.replace(/--(\w+) [A-Z]+/g, '"$1"') ?? null
