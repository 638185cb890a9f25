import pLimit from 'p-limit'
import { ApiError, type ApiResponse } from '#shared/client'
import type { Api } from '../api'
import { openReview } from '../change/review'
import type { ReviewOptions } from '../change/change'
import { describeError, exitCodes, type PrintedError } from '../failure'
import type { Evidence } from './evidence'
import type { Progress } from './progress'
import {
  isCurrent,
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

/** A file to send. */
export interface Submission {
  evidence: Evidence
  /** Returns the artifact of the review that the file revises; null: it is new evidence. */
  findArtifact: (artifacts: Artifact[], reviewId: string) => Artifact | null
  /** Returns the fields to declare, given that artifact. */
  describe: (artifact: Artifact | null) => Description
}

/** What became of one file. */
export interface PushedFile {
  file: string
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
  markdown: string | null
  /** Where what was sent differs from the file. */
  warnings: Completion['warnings']
  error?: PrintedError
}

export interface PushResult {
  review: Pick<ReviewPayload['review'], 'id' | 'title' | 'status' | 'url' | 'externalRef'>
  files: PushedFile[]
  /** The Markdown of the whole review. */
  markdown: string
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
  const { id, title, status, url, externalRef } = payload.review
  const targets = submissions.map(each => each.findArtifact(payload.artifacts, id))
  const progress = startProgress()
  const limit = pLimit(options.parallel)
  let failure: { error: unknown } | undefined
  let isOver = false
  const files = await Promise.all(
    submissions.map((submission, index) =>
      limit(async (): Promise<PushedFile> => {
        const artifact = targets[index] ?? null
        if (isOver) return describeFile(submission.evidence, artifact, 'not_sent')
        try {
          const target = { reviewId: id, artifact, redact: options.redact }
          const pushed = await pushFile(api, target, submission, progress)
          progress.completed()
          return pushed
        } catch (error) {
          failure ??= { error }
          isOver ||= endsPush(error)
          return { ...describeFile(submission.evidence, artifact, 'failed'), error: describeError(error) }
        }
      }),
    ),
  )
  progress.end(summaryOf(files))
  const markdown = await markdownOf(api, payload, files, failure !== undefined)
  return {
    result: { review: { id, title, status, url, externalRef }, files, markdown },
    error: failure?.error,
  }
}

async function pushFile(
  api: Api,
  target: UploadTarget,
  { evidence, describe }: Submission,
  progress: Progress,
): Promise<PushedFile> {
  const { artifact } = target
  const description = describe(artifact)
  if (artifact && (await isCurrent(api, artifact, evidence))) {
    progress.advance(evidence.bytes)
    const updated = await update(api, artifact, description)
    return describeFile(evidence, updated ?? artifact, updated ? 'updated' : 'unchanged')
  }
  const completed = await upload(api, target, evidence, description, bytes => progress.advance(bytes))
  const outcome = artifact?.currentRevision?.completedAt ? 'revised' : 'created'
  return { ...describeFile(evidence, completed.artifact, outcome), warnings: completed.warnings }
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

function describeFile(
  { name, title }: Evidence,
  artifact: Artifact | null,
  outcome: PushedFile['outcome'],
): PushedFile {
  return {
    file: name,
    title,
    outcome,
    artifactId: artifact?.id ?? null,
    revisionId: artifact?.currentRevision?.id ?? null,
    revisionIndex: artifact?.currentRevision?.index ?? null,
    url: artifact?.url ?? null,
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
