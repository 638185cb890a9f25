import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { changesSummary } from '#shared/review/changes'
import { compactThreads } from '#shared/review/compact-thread'
import { earliest } from '#shared/time'
import { limits } from '#shared/contract/kit/limits'
import type { Evidence } from '../push/evidence'
import { sentBytes, type Description, type Redaction } from '../push/send-form'
import { filesOf, findEvidence, type Subject } from '../push/find-evidence'
import { chooseRevised } from '../push/revise-commented'
import { findByTitle, findNamed } from '../push/find-artifact'
import { warnOfMarkdown } from '../push/unreachable-pictures'
import { showProgress } from '../push/progress'
import {
  DEFAULT_PARALLEL,
  exitCodeOf,
  MAX_PARALLEL,
  push,
  withRefused,
  type Pushed,
  type PushOptions,
  type Submission,
} from '../push/push'
import { changesOf, type PushedFile } from '../push/pushed-file'
import { oneLine, type Output } from '../output'
import { parseViewport, viewportForm } from '../push/viewport'
import { readAnswers, requireThreads } from '../thread/answers'
import { openSession, type GlobalOptions, type Session } from '../account/session'
import { describeError, usageFailure } from '../failure'
import { describeNextStep, readNextStep } from '../next-step'
import { requireNamedReview } from '../change/review'
import { textWithin } from './arguments'
import { reviewOptions } from './review-options'

interface Options extends GlobalOptions, PushOptions {
  before?: string[]
  after?: string[]
  title?: string
  poster?: string
  revise?: string
  description?: string
  route?: string
  viewport?: Description['viewport']
  scenario?: string
  group?: string
  round?: string
  roundSummary?: string
  address?: string[]
  force?: boolean
}

/** Adds `exhibit push`. */
export function addPush(program: Command): void {
  reviewOptions(program.command('push'))
    .summary('Send screenshots and videos to the review of this change')
    .description(
      'Sends images and videos to the review of this change and prints its Markdown for the pull ' +
        'request. A folder stands for the evidence in it, - for stdin. A file with the title of existing ' +
        'evidence becomes its next revision; a file with the same bytes is not sent. Run it again after a ' +
        'failure: it continues where it stopped.',
    )
    .argument('[file...]', 'PNG, JPEG, WebP, GIF, MP4 or WebM; a folder; or - for stdin')
    .option('--before <file>', 'the screen before the change, to compare with --after; repeatable', collect)
    .option('--after <file>', 'the screen after the change; repeatable', collect)
    .option(
      '--title <text>',
      'title of the pair, else of the only file (default: the words of its name)',
      title,
    )
    .option('--poster <file>', 'the image that is shown until the only video plays')
    .option('--revise <id>', 'the artifact that the only file revises, whatever its title')
    .option('--review-title <text>', 'title of the review (default: of the pull request or commit)', title)
    .option(
      '--address <thread>',
      'mark this thread addressed once the files are sent: its id, or ID="what changed"; one file ' +
        'alone revises the evidence that it is on; repeatable',
      collect,
    )
    .option('--force', 'let --address answer with files that show what the comment is about')
    .option('--changed-only', 'leave out files that are the same as what people accepted')
    .option('--description <text>', 'what the screen shows')
    .option('--route <path>', 'the route of the application that was captured')
    .option('--viewport <size>', 'the captured window in CSS pixels: 1440x900 or 390x844@3', viewport)
    .option('--scenario <text>', 'the state that was captured, such as "empty cart"')
    .option('--group <name>', 'variations of one screen have the same group')
    .option('--round <key>', 'revisions with the same key make a round')
    .option('--round-summary <text>', 'what the round changes')
    .option(
      '--redact <x,y,width,height>',
      'paint over this area, in fractions of the image from its upper left corner; repeatable',
      redact,
    )
    .option('--parallel <count>', 'files compared with the review at once', parallel, DEFAULT_PARALLEL)
    .addHelpText('after', examples)
    .action(async (files: string[], _options, command: Command) => run(files, command.optsWithGlobals()))
}

const examples = `
Examples:
  exhibit push checkout.png mobile.png --json
  exhibit push --before old.png --after new.png --title "Checkout" mobile.png --pr 77
  exhibit push checkout.png --address thr_…="The total stays on one line."`

async function run(files: string[], options: Options): Promise<void> {
  const { before, after, title, poster } = options
  const answers = readAnswers(options.address)
  const { subjects, refused, remove } = await findEvidence({ files, before, after, title, poster })
  try {
    const evidence = subjects.flatMap(filesOf)
    assertOptionsFit(options, subjects, evidence)
    await requireNamedReview(options)
    const session = await openSession(options)
    const threads = await requireThreads(session.api, options, answers)
    const revise = await chooseRevised(session, options, subjects, threads)
    const totalBytes = evidence.reduce((sum, each) => sum + sentBytes(each), 0)
    const submissions = subjects.map(each => submissionOf(each, { ...options, revise }))
    // If a file was refused, no thread is marked addressed, because the picture that the reply refers to may
    // be missing.
    const texts =
      refused.length > 0 ? {} : Object.fromEntries(answers.map(each => [each.threadId, each.body ?? '']))
    const pushed = await push(
      session.api,
      submissions,
      options,
      () => showProgress(session.output, evidence.length, totalBytes),
      { texts, artifactIds: threads.flatMap(each => each.artifactId ?? []), force: options.force === true },
    )
    await finish(session, options, withRefused(pushed, refused), answers.length)
  } finally {
    await remove()
  }
}

/** Throws a usage failure if an option cannot be used with these files. */
function assertOptionsFit({ revise, redact }: Options, subjects: Subject[], evidence: Evidence[]): void {
  if (revise !== undefined && subjects.length > 1)
    throw usageFailure(
      `--revise takes one file or pair, but there are ${subjects.length}.`,
      'Push them one by one.',
    )
  const video = evidence.find(each => each.kind === 'video')
  if (redact && video)
    throw usageFailure(
      `--redact paints over images, but "${video.name}" is a video.`,
      'Push it without --redact, or record the video again without the parts to hide.',
    )
}

/** Prints the result and the next step, and sets the exit code. */
async function finish(
  { api, output }: Session,
  options: Options,
  { result, files, threads, error }: Pushed,
  answerCount: number,
): Promise<void> {
  const pictures = result ? await warnOfMarkdown(result.review, options) : []
  const warnings = [...threads.flatMap(each => each.warnings ?? []), ...pictures]
  const next = result && error === undefined ? await readNextStep(api, result.review.id, options) : null
  const described = error === undefined ? undefined : describeError(error)
  output.result(
    {
      ...(result ?? { files, changes: changesOf(files) }),
      threads: compactThreads(threads),
      warnings,
      ...next,
      ...(described && { error: described }),
    },
    result?.markdown ?? '',
  )
  noteFiles(output, files)
  const changes = changesSummary(changesOf(files))
  if (changes !== '') output.note(`Compared with what people accepted: ${changes}`)
  noteExpiry(output, files)
  if (threads.length > 0) output.note(addressedLine(threads.length, answerCount))
  for (const { message } of warnings) output.note(`exhibit: ${message}`)
  if (described && threads.length < answerCount) output.note(`exhibit: ${oneLine(notAddressed)}`)
  if (result === null && error === undefined)
    output.note('Nothing was sent, since all files are the same as accepted.')
  if (result?.replacesMarkdown)
    output.note('The Markdown shows new revisions: replace it in the pull request.')
  if (next) output.note(describeNextStep(next))
  process.exitCode = exitCodeOf(error)
}

const addressedLine = (count: number, all: number) =>
  `${count === all ? '' : `${count} of `}${all} comment${all === 1 ? '' : 's'} addressed`

/** The message that is printed if a file could not be sent, so no thread was marked as addressed. */
const notAddressed = {
  message: 'No thread was addressed, since a file was not sent.',
  hint: 'Run the same command again once that is fixed.',
}

/** If the media of the files expires, prints the date of the earliest expiry. */
function noteExpiry(output: Output, files: PushedFile[]): void {
  const first = earliest(files.flatMap(each => each.mediaExpiresAt ?? []))
  if (first)
    output.note(`Media is shown until ${first.slice(0, 10)}: the retention of the workspace ends then.`)
}

/** Prints which files were not sent, and the warnings of the server about each file. */
function noteFiles(output: Output, files: PushedFile[]): void {
  for (const each of files.filter(isRefused)) output.note(`exhibit: ${lineOf(each)}`)
  for (const { file, warnings } of files)
    for (const { message } of warnings) output.note(`exhibit: ${file}: ${message}`)
}

/**
 * Describes the upload of a file or a pair of files. It revises the artifact of `--revise`, else the artifact
 * with the same title.
 */
function submissionOf(subject: Subject, options: Options): Submission {
  const { revise } = options
  const { evidence } = subject
  const description = descriptionOf(options)
  return {
    ...subject,
    findArtifact: (artifacts, reviewId) =>
      revise === undefined
        ? findByTitle(artifacts, evidence)
        : findNamed(artifacts, reviewId, evidence, revise),
    describe: () => description,
  }
}

function descriptionOf(options: Options): Description {
  const { description, route, viewport: size, scenario, group, round, roundSummary } = options
  return {
    description,
    route,
    viewport: size,
    scenario,
    variationGroup: group,
    roundKey: round,
    roundSummary,
  }
}

const isRefused = ({ outcome }: PushedFile) => outcome === 'failed' || outcome === 'not_sent'

function lineOf({ file, error }: PushedFile): string {
  return error ? `${file}: ${oneLine(error)}` : `${file} was not sent. Run the same command again.`
}

const title = textWithin(limits.title)

const collect = (file: string, others: string[] = []): string[] => [...others, file]

function viewport(text: string): Description['viewport'] {
  const size = parseViewport(text)
  if (size) return size
  throw new InvalidArgumentError(`Give it as ${viewportForm}.`)
}

function redact(text: string, others: Redaction = []): Redaction {
  const numbers = text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)))
  const [x, y, width, height] = numbers
  if (numbers.length === 4 && numbers.every(each => each >= 0 && each <= 1))
    return [...others, { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 }]
  throw new InvalidArgumentError('Give four numbers from 0 to 1, such as 0.1,0.2,0.3,0.05.')
}

function parallel(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PARALLEL) return count
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_PARALLEL}.`)
}
