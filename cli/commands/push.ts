import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { Description, Redaction } from '../push/upload'
import { findEvidence, type Evidence } from '../push/evidence'
import { findByTitle, findNamed } from '../push/find-artifact'
import { showProgress } from '../push/progress'
import {
  DEFAULT_PARALLEL,
  exitCodeOf,
  MAX_PARALLEL,
  push,
  type PushedFile,
  type PushOptions,
  type Submission,
} from '../push/push'
import { oneLine } from '../output'
import { parseViewport, viewportForm } from '../push/viewport'
import { openSession, type GlobalOptions } from '../session'
import { describeError, usageFailure } from '../failure'
import { reviewOptions } from './review-options'

interface Options extends GlobalOptions, PushOptions {
  title?: string
  revise?: string
  description?: string
  route?: string
  viewport?: Description['viewport']
  scenario?: string
  group?: string
  round?: string
  roundSummary?: string
}

/** Adds `exhibit push`. */
export function addPush(program: Command): void {
  reviewOptions(program.command('push'))
    .summary('Send screenshots and recordings to the review of this change')
    .description(
      'Sends pictures and recordings to the review of this change and prints its Markdown for the pull ' +
        'request. A folder stands for the evidence in it, - for stdin. A file with the title of existing ' +
        'evidence becomes its next revision; a file with the same bytes is not sent. Run it again after a ' +
        'failure: it goes on where it stopped.',
    )
    .argument('<file...>', 'PNG, JPEG, WebP, GIF, MP4 or WebM; a folder; or - for stdin')
    .option('--title <text>', 'title of the only file (default: the words of its name)')
    .option('--revise <id>', 'the artifact that the only file revises, whatever its title')
    .option('--review-title <text>', 'title of a new review (default: of the pull request or commit)')
    .option('--description <text>', 'what the screen shows')
    .option('--route <path>', 'the route of the application that was captured')
    .option('--viewport <size>', 'the captured window in CSS pixels: 1440x900 or 390x844@3', viewport)
    .option('--scenario <text>', 'the state that was captured, such as "empty cart"')
    .option('--group <name>', 'variations of one screen have the same group')
    .option('--round <key>', 'revisions with the same key make a round')
    .option('--round-summary <text>', 'what the round changes')
    .option(
      '--redact <x,y,width,height>',
      'paint over this area, in fractions of the picture from its upper left corner; repeatable',
      redact,
    )
    .option('--parallel <count>', 'files sent at once', parallel, DEFAULT_PARALLEL)
    .action(async (files: string[], _options, command: Command) => run(files, command.optsWithGlobals()))
}

async function run(files: string[], options: Options): Promise<void> {
  const { api, output } = await openSession(options)
  const { evidence, remove } = await findEvidence(files, options.title)
  try {
    if (options.revise !== undefined && evidence.length > 1)
      throw usageFailure(
        `--revise takes one file, but there are ${evidence.length}.`,
        'Push the files one by one.',
      )
    const video = evidence.find(each => each.kind === 'video')
    if (options.redact && video)
      throw usageFailure(
        `--redact paints over pictures, but "${video.name}" is a video.`,
        'Push it without --redact, or record again without what must not be seen.',
      )
    const totalBytes = evidence.reduce((sum, each) => sum + each.bytes, 0)
    const submissions = evidence.map(each => submissionOf(each, options))
    const { result, error } = await push(api, submissions, options, () =>
      showProgress(output, evidence.length, totalBytes),
    )
    output.result(error === undefined ? result : { ...result, error: describeError(error) }, result.markdown)
    for (const each of result.files.filter(isRefused)) output.note(`exhibit: ${lineOf(each)}`)
    for (const { file, warnings } of result.files)
      for (const { message } of warnings) output.note(`exhibit: ${file}: ${message}`)
    process.exitCode = exitCodeOf(error)
  } finally {
    await remove()
  }
}

/** Describes how to send a file: it revises what `--revise` names, else the artifact with its title. */
function submissionOf(evidence: Evidence, options: Options): Submission {
  const { revise } = options
  const description = descriptionOf(options)
  return {
    evidence,
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
