import pLimit from 'p-limit'
import { ApiError, type ApiResponse } from '#shared/client'
import type { Api } from '../api'
import { openReview } from '../change/review'
import type { ReviewOptions } from '../change/change'
import { exitCodes } from '../exit-codes'
import { describeError, type PrintedError } from '../failure'
import type { Evidence } from './evidence'
import { filesOf, type Subject } from './find-evidence'
import type { Progress } from './progress'
import {
  isPresent,
  sentBytes,
  upload,
  type Artifact,
  type Completion,
  type Description,
  type Redaction,
  type UploadTarget,
} from './upload'

type ReviewPayload = ApiResponse<'GET /v1/reviews/{id}'>

export interface PushOptions extends ReviewOptions {
  reviewTitle?: string
  /** How many files are sent at once: up to {@link MAX_PARALLEL}. */
  parallel: number
  /** Areas of every picture that are painted over before anybody sees it. */
  redact?: Redaction
}

export const MAX_PARALLEL = 16
export const DEFAULT_PARALLEL = 4

/** What to send, and where. */
export interface Submission extends Subject {
  /** Returns the artifact of the review that the file revises; null: it is new evidence. */
  findArtifact: (artifacts: Artifact[], reviewId: string) => Artifact | null
  /** Returns the fields to declare, given that artifact. */
  describe: (artifact: Artifact | null) => Description
}

/** What became of one file. */
export interface PushedFile {
  file: string
  /** Of the evidence that it is a revision of; of the file where it was not sent. */
  title: string
  /**
   * `unchanged`: its latest revision has the same bytes; `updated`: it has, but title or description changed;
   * `not_sent`: the push ended before.
   */
  outcome: 'created' | 'revised' | 'updated' | 'unchanged' | 'failed' | 'not_sent'
  artifactId: string | null
  revisionId: string | null
  revisionIndex: number | null
  url: string | null
  /** When a card takes the place of the media; null: never. */
  mediaExpiresAt: string | null
  markdown: string | null
  /** Where what was sent differs from the file, or from what the push was to send. */
  warnings: (Completion['warnings'][number] | typeof posterNotSent)[]
  error?: PrintedError
}

/** The warning that a poster had no revision to go with. */
const posterNotSent = {
  code: 'poster_not_sent',
  field: 'poster',
  message: 'The poster was not sent: the video has not changed, and its revision keeps the poster it has.',
} as const

export interface PushResult {
  review: Pick<ReviewPayload['review'], 'id' | 'title' | 'status' | 'url' | 'externalRef' | 'prRef'>
  files: PushedFile[]
  /** The Markdown of the whole review. */
  markdown: string
  /** Whether it takes the place of that of an earlier push, which shows earlier revisions. */
  replacesMarkdown: boolean
}

/** Errors that every further file would meet too. */
const endsPush = (error: unknown) =>
  !(error instanceof ApiError) || error.offline || [401, 402, 403].includes(error.status)

/**
 * Sends files to the review of the change, several at once. Calls `startProgress` once the review is open.
 * Returns what became of each file, and the first error.
 */
export async function push(
  api: Api,
  submissions: Submission[],
  options: PushOptions,
  startProgress: () => Progress,
): Promise<{ result: PushResult; error: unknown }> {
  const payload = await openReview(api, options)
  const { id, title, status, url, externalRef, prRef } = payload.review
  const targets = submissions.map(each => each.findArtifact(payload.artifacts, id))
  const progress = startProgress()
  const limit = pLimit(options.parallel)
  let failure: { error: unknown } | undefined
  let isOver = false
  async function pushSubmission(submission: Submission, found: Artifact | null): Promise<PushedFile[]> {
    const pushed: PushedFile[] = []
    let target: UploadTarget = { reviewId: id, artifact: found, redact: options.redact }
    let hasFailed = false
    for (const evidence of filesOf(submission)) {
      if (isOver || hasFailed) {
        pushed.push(describeFile(evidence, target.artifact, 'not_sent'))
        continue
      }
      try {
        const { artifact, file } = await pushFile(api, target, evidence, submission.describe, progress)
        target = { ...target, artifact }
        pushed.push(file)
        progress.completed()
      } catch (error) {
        hasFailed = true
        failure ??= { error }
        isOver ||= endsPush(error)
        const file = describeFile(evidence, target.artifact, 'failed')
        pushed.push({ ...file, error: describeError(error) })
      }
    }
    return pushed
  }
  const pushed = await Promise.all(
    submissions.map((each, index) => limit(() => pushSubmission(each, targets[index] ?? null))),
  )
  const files = pushed.flat()
  progress.end(summaryOf(files))
  const markdown = await markdownOf(api, payload, files, failure !== undefined)
  const hadEvidence = payload.artifacts.some(each => each.currentRevision?.completedAt)
  const replacesMarkdown = hadEvidence && markdown !== payload.markdown
  return {
    result: { review: { id, title, status, url, externalRef, prRef }, files, markdown, replacesMarkdown },
    error: failure?.error,
  }
}

/** Sends a file, unless its artifact has it. Returns the artifact afterwards, and what became of the file. */
async function pushFile(
  api: Api,
  target: UploadTarget,
  evidence: Evidence,
  describe: Submission['describe'],
  progress: Progress,
): Promise<{ artifact: Artifact; file: PushedFile }> {
  const { artifact } = target
  const description = describe(artifact)
  if (artifact && (await isPresent(api, artifact, evidence))) {
    progress.advance(sentBytes(evidence))
    const updated = evidence.isBefore ? null : await update(api, artifact, description)
    const present = updated ?? artifact
    const file = describeFile(evidence, present, updated ? 'updated' : 'unchanged')
    return { artifact: present, file: { ...file, warnings: evidence.poster ? [posterNotSent] : [] } }
  }
  const completed = await upload(api, target, evidence, description, bytes => progress.advance(bytes))
  const outcome = artifact?.currentRevision?.completedAt ? 'revised' : 'created'
  const file = { ...describeFile(evidence, completed.artifact, outcome), warnings: completed.warnings }
  return { artifact: completed.artifact, file }
}

/** Changes title and description of an artifact to those given. Returns null if they are the same. */
async function update(
  api: Api,
  artifact: Artifact,
  { title = artifact.title, description = artifact.description }: Description,
): Promise<Artifact | null> {
  if (title === artifact.title && description === artifact.description) return null
  return api.call('PATCH /v1/artifacts/{id}', { params: { id: artifact.id }, body: { title, description } })
}

const isSent = (outcome: PushedFile['outcome']) => outcome !== 'failed' && outcome !== 'not_sent'

function describeFile(
  { name, title }: Evidence,
  artifact: Artifact | null,
  outcome: PushedFile['outcome'],
): PushedFile {
  return {
    file: name,
    title: isSent(outcome) ? (artifact?.title ?? title) : title,
    outcome,
    artifactId: artifact?.id ?? null,
    revisionId: artifact?.currentRevision?.id ?? null,
    revisionIndex: artifact?.currentRevision?.index ?? null,
    url: artifact?.url ?? null,
    mediaExpiresAt: artifact?.currentRevision?.mediaExpiresAt ?? null,
    markdown: artifact?.markdown ?? null,
    warnings: [],
  }
}

/** Reads the Markdown anew, unless nothing was sent or a call has failed: then it may be out of date. */
async function markdownOf(
  api: Api,
  { review, markdown }: Pick<ReviewPayload, 'review' | 'markdown'>,
  files: PushedFile[],
  hasFailed: boolean,
): Promise<string> {
  if (!files.some(each => ['created', 'revised', 'updated'].includes(each.outcome))) return markdown
  const reading = api.call('GET /v1/reviews/{id}/markdown', { params: { id: review.id } })
  return (hasFailed ? await reading.catch(() => ({ markdown })) : await reading).markdown
}

/** Returns how many files had each outcome, in words. */
export function summaryOf(files: PushedFile[]): string {
  const words = {
    created: 'new',
    revised: 'revised',
    updated: 'updated',
    unchanged: 'unchanged',
    failed: 'failed',
    not_sent: 'not sent',
  }
  const counts = Object.entries(words).map(([outcome, word]) => {
    const count = files.filter(each => each.outcome === outcome).length
    return count > 0 ? `${count} ${word}` : ''
  })
  return counts.filter(Boolean).join(', ')
}

/** Returns the exit code of a push with an error. */
export const exitCodeOf = (error: unknown) =>
  error === undefined ? exitCodes.done : describeError(error).exitCode
