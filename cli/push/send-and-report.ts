import { changesSummary } from '#shared/review/changes'
import { earliest } from '#shared/time'
import type { Session } from '../account/session'
import { updateDescription, type UpdatedPullRequest } from '../change/update-description'
import { describeError } from '../failure'
import { describeNextStep, readNextStep } from '../next-step'
import { oneLine, type Output } from '../output'
import type { ExistingThread, Reply } from '../thread/replies'
import { findByTitle, findNamed } from './find-artifact'
import { filesOf, type RefusedCandidate, type Subject } from './find-evidence'
import { showProgress } from './progress'
import { exitCodeOf, push, withRefused, type Pushed, type PushOptions, type Submission } from './push'
import { changesOf, type PushedFile } from './pushed-file'
import { chooseRevised } from './revise-commented'
import { sentBytes } from './send-form'
import type { Description } from './planned-file'
import { warnOfMarkdown } from './unreachable-pictures'

/** The options of every command that sends evidence. */
export interface SendOptions extends PushOptions {
  title?: string
  revise?: string
  force?: boolean
  /** Whether the evidence is written into the description of the pull request. */
  updatePr?: boolean
}

/** The evidence that a command sends, with its options. */
export interface Sending {
  subjects: Subject[]
  /** Files that cannot be evidence. */
  refused?: RefusedCandidate[]
  /** The threads to mark addressed, with the texts of the replies. */
  replies: Reply[]
  threads: ExistingThread[]
  /** Returns the declared fields of a file or pair. */
  describe: (subject: Subject) => Description
  /** Warnings for people about the evidence. */
  warnings?: { code: string; message: string }[]
}

/** Sends evidence to the review of the change, prints the result and the next step, sets the exit code. */
export async function sendAndReport(session: Session, options: SendOptions, sending: Sending): Promise<void> {
  const { subjects, refused = [], replies, threads, describe, warnings = [] } = sending
  const revise = await chooseRevised(session, options, subjects, threads)
  const evidence = subjects.flatMap(filesOf)
  const totalBytes = evidence.reduce((sum, each) => sum + sentBytes(each), 0)
  const submissions = subjects.map(each => submissionOf(each, describe(each), revise))
  // If a file was refused, no thread is marked addressed, because the picture that the reply refers to may
  // be missing.
  const texts =
    refused.length > 0 ? {} : Object.fromEntries(replies.map(each => [each.threadId, each.body ?? '']))
  const pushed = await push(
    session.api,
    submissions,
    options,
    () => showProgress(session.output, evidence.length, totalBytes),
    { texts, artifactIds: threads.flatMap(each => each.artifactId ?? []), force: options.force === true },
  )
  await finish(session, options, withRefused(pushed, refused), replies.length, warnings)
}

/** Prints the result and the next step, and sets the exit code. */
async function finish(
  { api, output }: Session,
  options: SendOptions,
  { result, files, threads, error }: Pushed,
  replyCount: number,
  notices: Sending['warnings'] = [],
): Promise<void> {
  const pictures = result ? await warnOfMarkdown(result.review, options) : []
  const warnings = [...notices, ...threads.flatMap(each => each.warnings ?? []), ...pictures]
  const next = result && error === undefined ? await readNextStep(api, result.review.id, options) : null
  const isWritten = options.updatePr === true && result !== null && error === undefined
  const written = isWritten ? await writeDescription(api, result.review.id, options.pr) : {}
  const ended = error ?? written.error
  const described = ended === undefined ? undefined : describeError(ended)
  output.result(
    {
      ...(result ?? { files, changes: changesOf(files) }),
      threads: threads.map(({ threadId, status }) => ({ threadId, status })),
      warnings,
      ...next,
      ...(written.pullRequest && { pullRequest: written.pullRequest }),
      ...(described && { error: described }),
    },
    result?.markdown ?? '',
  )
  noteFiles(output, files)
  const changes = changesSummary(changesOf(files))
  if (changes !== '') output.note(`Compared with what people accepted: ${changes}`)
  noteExpiry(output, [...files, ...(written.pullRequest ? [written.pullRequest] : [])])
  if (threads.length > 0) output.note(addressedLine(threads.length, replyCount))
  for (const { message } of warnings) output.note(`exhibit: ${message}`)
  if (error !== undefined && threads.length < replyCount) output.note(`exhibit: ${oneLine(notAddressed)}`)
  if (result === null && error === undefined)
    output.note('Nothing was sent, since all files are the same as accepted.')
  if (written.pullRequest)
    output.note(
      `The description of pull request ${written.pullRequest.number} is ${written.pullRequest.outcome}.`,
    )
  else if (result?.replacesMarkdown)
    output.note('The Markdown shows new revisions: replace it in the pull request.')
  if (described && written.error !== undefined)
    output.note(`exhibit: The evidence was sent. ${oneLine(described)}`)
  if (result) output.note(`The review is ${result.review.url}`)
  if (next) output.note(describeNextStep(next))
  process.exitCode = exitCodeOf(ended)
}

/** Writes the evidence into the pull request. Returns the error if that fails: the evidence was sent. */
async function writeDescription(
  api: Session['api'],
  reviewId: string,
  pr: string | undefined,
): Promise<{ pullRequest?: UpdatedPullRequest; error?: unknown }> {
  try {
    return { pullRequest: await updateDescription(api, reviewId, pr) }
  } catch (error) {
    return { error }
  }
}

const addressedLine = (count: number, all: number) =>
  `${count === all ? '' : `${count} of `}${all} comment${all === 1 ? '' : 's'} addressed`

/** The message that is printed if a file could not be sent, so no thread was marked as addressed. */
const notAddressed = {
  message: 'No thread was addressed, since a file was not sent.',
  hint: 'Run the same command again once that is fixed.',
}

/** If the media of the files expires, prints the date of the earliest expiry. */
function noteExpiry(output: Output, files: Pick<PushedFile, 'mediaExpiresAt'>[]): void {
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
function submissionOf(subject: Subject, description: Description, revise: string | undefined): Submission {
  const { evidence } = subject
  return {
    ...subject,
    findArtifact: (artifacts, reviewId) =>
      revise === undefined
        ? findByTitle(artifacts, evidence)
        : findNamed(artifacts, reviewId, evidence, revise),
    describe: () => description,
  }
}

const isRefused = ({ outcome }: PushedFile) => outcome === 'failed' || outcome === 'not_sent'

function lineOf({ file, error }: PushedFile): string {
  return error ? `${file}: ${oneLine(error)}` : `${file} was not sent. Run the same command again.`
}
