import pLimit from 'p-limit'
import { ApiError, type ApiResponse } from '#shared/client'
import type { Api } from '../api'
import type { ChangeCounts } from '#shared/review/changes'
import { findReviewToPush, readReview, type ReviewTarget } from '../change/review'
import type { ReviewOptions } from '../change/change'
import { exitCodes } from '../exit-codes'
import { describeError } from '../failure'
import { filesOf, type RefusedCandidate, type Subject } from './find-evidence'
import type { Evidence } from './evidence'
import type { Progress } from './progress'
import {
  baselineOf,
  changesOf,
  describeFile,
  differsFromItself,
  isInReview,
  posterNotSent,
  refusedFile,
  summaryOf,
  type PushedFile,
} from './pushed-file'
import { findPresent, sentBytes, type Redaction, type Submitted } from './send-form'
import type { Artifact, Description, PlannedFile } from './planned-file'
import { sendForms, type PushReplies } from './send-forms'

type ReviewPayload = ApiResponse<'GET /v1/reviews/{id}'>

export interface PushOptions extends ReviewOptions {
  reviewTitle?: string
  /** The number of files that are compared with the review at the same time, at most {@link MAX_PARALLEL}. */
  parallel: number
  /** Whether files that would be new evidence are left out if they look the same as the accepted revision. */
  changedOnly?: boolean
  /** Areas of every image that are painted over before any person sees it. */
  redact?: Redaction
}

export const MAX_PARALLEL = 16
export const DEFAULT_PARALLEL = 4

/** A file or pair of files to send, with the functions that return its artifact and its declared fields. */
export interface Submission extends Subject {
  /** Returns the artifact of the review that the file revises; null if the file is new evidence. */
  findArtifact: (artifacts: Artifact[], reviewId: string) => Artifact | null
  /** Returns the form fields that describe the file. `artifact` is the artifact that the file revises. */
  describe: (artifact: Artifact | null) => Description
}

export interface PushResult {
  review: Pick<ReviewPayload['review'], 'id' | 'title' | 'status' | 'url' | 'externalRef' | 'prRef'>
  files: PushedFile[]
  /** The number of sent files by the result of the comparison with the revisions that people accepted. */
  changes: ChangeCounts
  /** The Markdown of the whole review. */
  markdown: string
  /** Whether the Markdown must replace the Markdown of an earlier push, which shows earlier revisions. */
  replacesMarkdown: boolean
}

/** The result of a push. */
export interface Pushed {
  /**
   * The review after the push. null if no file was stored and the review did not exist before, because then
   * no review was created.
   */
  result: PushResult | null
  files: PushedFile[]
  /** The threads that this push marked addressed. */
  threads: Submitted['threads']
  /** The first error of the push; undefined if there was none. */
  error: unknown
}

/**
 * Sends files to the review of the change: see {@link sendForms}. If the review does not exist, the first
 * accepted file creates it. Calls `startProgress` after the review was looked up. Throws if the files for an
 * addressed thread show no change and nothing has been stored before.
 */
export async function push(
  api: Api,
  submissions: Submission[],
  options: PushOptions,
  startProgress: () => Progress,
  replies: PushReplies = { texts: {}, artifactIds: [], force: false },
): Promise<Pushed> {
  const target = await findReviewToPush(api, options)
  const { existing } = target
  const artifacts = existing?.artifacts ?? []
  const found = submissions.map(each => each.findArtifact(artifacts, existing?.review.id ?? ''))
  const progress = startProgress()
  const isReplying = Object.keys(replies.texts).length > 0
  const compares = existing !== null && options.redact === undefined && !isReplying
  const present = compares
    ? await findPresent(api, existing.review.id, revisedFiles(submissions, found))
    : new Set<Evidence>()
  const limit = pLimit(options.parallel)
  const planned = await Promise.all(
    submissions.map((each, index) => limit(() => plan(api, each, found[index] ?? null, present))),
  )
  const all = planned.flat()
  for (const { pushed, evidence } of all) if (isInReview(pushed)) progress.advance(sentBytes(evidence))
  const unsent = planned
    .map(subject => subject.filter(each => !isInReview(each.pushed)))
    .filter(subject => subject.length > 0)
  const { reviewId, threads, error } = await sendForms(
    { api, target, redact: options.redact, changedOnly: options.changedOnly === true, replies, progress },
    unsent,
  )
  const files = all.map(each => each.pushed)
  // No review was created, and the files are not the cause of the error: throws the error of the call.
  if (reviewId === undefined && error !== undefined && !isOfFiles(error)) throw error
  progress.end(summaryOf(files))
  if (reviewId === undefined) return { result: null, files, threads, error }
  return { result: await finish(api, target, reviewId, all), files, threads, error }
}

/**
 * Updates the review after its files were sent, completes the results of the files, and returns the result of
 * the push.
 */
async function finish(
  api: Api,
  target: ReviewTarget,
  reviewId: string,
  planned: PlannedFile[],
): Promise<PushResult> {
  const { existing } = target
  const files = planned.map(each => each.pushed)
  const wasSent = files.some(each => ['created', 'revised', 'updated'].includes(each.outcome))
  const payload = existing && !wasSent ? existing : await readReview(api, reviewId)
  const review = existing && files.some(isInReview) ? await target.update(payload.review) : payload.review
  await complete(api, planned, payload.artifacts)
  const hadEvidence = existing?.artifacts.some(each => each.currentRevision?.completedAt) ?? false
  const { markdown } = payload
  const { id, title, status, url, externalRef, prRef } = review
  return {
    review: { id, title, status, url, externalRef, prRef },
    files,
    changes: changesOf(files),
    markdown,
    replacesMarkdown: hadEvidence && markdown !== existing?.markdown,
  }
}

/** Returns the files that would revise an artifact, each with this artifact. */
const revisedFiles = (submissions: Submission[], artifacts: (Artifact | null)[]) =>
  submissions.flatMap((each, index) => {
    const artifact = artifacts[index]
    return artifact ? filesOf(each).map(evidence => ({ artifact, evidence })) : []
  })

/**
 * Decides how each file of a submission is sent. A file that its artifact already contains is not sent, but
 * the given title and description of the artifact are set.
 */
async function plan(
  api: Api,
  submission: Submission,
  artifact: Artifact | null,
  presentFiles: ReadonlySet<Evidence>,
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = []
  const description = submission.describe(artifact)
  for (const evidence of filesOf(submission)) {
    // If the file that shows the state before the change is new, the file that shows the state after it must
    // be sent too, as the next revision.
    const isFirst = planned.every(each => isInReview(each.pushed))
    const present = isFirst && artifact !== null && presentFiles.has(evidence)
    const updated = present && !evidence.isBefore ? await update(api, artifact, description) : null
    const outcome = updated ? 'updated' : present ? 'unchanged' : 'not_sent'
    const pushed = describeFile(evidence, updated ?? artifact, outcome)
    if (present && evidence.poster) pushed.warnings.push(posterNotSent)
    planned.push({ evidence, artifact, description, pushed })
  }
  return planned
}

/**
 * Sets the title and the comparison in each result to the values of the artifact after the push. If the
 * server found that an artifact already contains the file, first sets the given title and description of the
 * artifact.
 */
async function complete(api: Api, planned: PlannedFile[], artifacts: Artifact[]): Promise<void> {
  for (const { evidence, pushed, description } of planned) {
    const artifact = artifacts.find(each => each.id === pushed.artifactId)
    if (!artifact || !isInReview(pushed)) continue
    const isUnchanged = pushed.outcome === 'unchanged' && !evidence.isBefore
    const updated = isUnchanged ? await update(api, artifact, description) : null
    const { title } = updated ?? artifact
    const baseline = evidence.isBefore ? null : baselineOf(artifact)
    if (!evidence.isBefore && artifact.currentRevision?.differsFromItself)
      pushed.warnings.push(differsFromItself)
    Object.assign(pushed, { title, baseline, ...(updated && { outcome: 'updated' }) })
  }
}

/** Adds the files that cannot be evidence, and therefore were not sent, to the result of a push. */
export function withRefused(pushed: Pushed, refused: RefusedCandidate[]): Pushed {
  const [first] = refused
  if (!first) return pushed
  const described = refused.map(each => refusedFile(each.name, each.title, each.error))
  const files = [...pushed.files, ...described]
  return {
    ...pushed,
    files,
    result: pushed.result && { ...pushed.result, files },
    error: pushed.error ?? first.error,
  }
}

/** Sets the title and description of an artifact. Returns null if they are already the same. */
async function update(
  api: Api,
  artifact: Artifact,
  { title = artifact.title, description = artifact.description }: Description,
): Promise<Artifact | null> {
  if (title === artifact.title && description === artifact.description) return null
  return api.call('PATCH /v1/artifacts/{id}', { params: { id: artifact.id }, body: { title, description } })
}

/** Returns whether an error is about the files, and not about the caller or the server. */
const isOfFiles = (error: unknown) =>
  error instanceof ApiError && (error.refused.length > 0 || error.status === 413)

/** Returns the exit code of a push: the exit code of its error, or of success if there was no error. */
export const exitCodeOf = (error: unknown) =>
  error === undefined ? exitCodes.done : describeError(error).exitCode
