import { InvalidArgumentError, type Command } from 'commander'
import { openSession } from '../account/session'
import { requireNamedReview } from '../change/review'
import { usageFailure } from '../failure'
import type { Evidence } from '../push/evidence'
import { filesOf, findEvidence, type Subject } from '../push/find-evidence'
import { sendAndReport } from '../push/send-and-report'
import type { Description } from '../push/planned-file'
import { parseViewport, viewportForm } from '../push/viewport'
import { readReplies, requireThreads } from '../thread/replies'
import {
  collect,
  describedBy,
  redactOption,
  sendOptions,
  title,
  type SendCommandOptions,
} from './send-options'

interface Options extends SendCommandOptions {
  before?: string[]
  after?: string[]
  poster?: string
  route?: string
  viewport?: Description['viewport']
}

/** Adds `exhibit push`. */
export function addPush(program: Command): void {
  const command = program
    .command('push')
    .summary('Send screenshots and videos to the review of this change')
    .description(
      'Sends images and videos to the review of this change and prints its Markdown for the pull ' +
        'request. A folder means the evidence in it, - for stdin. A file with the title of existing ' +
        'evidence becomes its next revision; a file with the same bytes is not sent. Run it again after a ' +
        'failure: it continues where it stopped.',
    )
    .argument('[file...]', 'PNG, JPEG, WebP, GIF, AVIF, MP4, MOV or WebM; a folder; or - for stdin')
    .option('--before <file>', 'the screen before the change, to compare with --after; repeatable', collect)
    .option('--after <file>', 'the screen after the change; repeatable', collect)
    .option(
      '--title <text>',
      'title of the pair, else of the only file (default: the words of its name)',
      title,
    )
    .option('--poster <file>', 'the image that is shown until the only video plays')
    .option('--revise <id>', 'the artifact that the only file revises, whatever its title')
    .option('--route <path>', 'the route of the application that was captured')
    .option('--viewport <size>', 'the captured window in CSS pixels: 1440x900 or 390x844@3', viewport)
    .addHelpText('after', examples)
    .action(async (files: string[], _options, command: Command) => run(files, command.optsWithGlobals()))
  redactOption(sendOptions(command))
}

const examples = `
Examples:
  exhibit push checkout.png mobile.png --json
  exhibit push --before old.png --after new.png --title "Checkout" mobile.png --pr 77
  exhibit push checkout.png --update-pr
  exhibit push checkout.png --address thr_…="The total stays on one line."`

async function run(files: string[], options: Options): Promise<void> {
  const { before, after, title, poster } = options
  const replies = readReplies(options.address)
  const { subjects, refused, remove } = await findEvidence({ files, before, after, title, poster })
  try {
    const evidence = subjects.flatMap(filesOf)
    assertOptionsFit(options, subjects, evidence)
    await requireNamedReview(options)
    const session = await openSession(options)
    const threads = await requireThreads(session.api, options, replies)
    const description = descriptionOf(options)
    const describe = () => description
    await sendAndReport(session, options, { subjects, refused, replies, threads, describe })
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

const descriptionOf = (options: Options): Description => ({
  ...describedBy(options),
  route: options.route,
  viewport: options.viewport,
})

function viewport(text: string): Description['viewport'] {
  const size = parseViewport(text)
  if (size) return size
  throw new InvalidArgumentError(`Give it as ${viewportForm}.`)
}
