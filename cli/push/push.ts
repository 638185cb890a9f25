import pLimit from 'p-limit'
import { ApiError, type ApiResponse } from '#shared/client'
import type { Api } from '../api'
import { openReview, requireId } from '../change/review'
import type { ReviewOptions } from '../change/change'
import { describeError, exitCodes, Failure, usageFailure, type PrintedError } from '../failure'
import type { Output } from '../output'
import type { Evidence } from './evidence'
import { showProgress, type Progress } from './progress'
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
  /** The artifact that the only file becomes a revision of. */
  revise?: string
  parallel: number
  /** Areas of every picture that are painted over before anybody sees it. */
  redact?: Redaction
}

/** What became of one file. */
export interface PushedFile {
  file: string
  title: string
  /** `unchanged`: its latest revision has the same bytes; `not_sent`: the push ended before. */
  outcome: 'created' | 'revised' | 'unchanged' | 'failed' | 'not_sent'
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
 * Sends files to the review of the change, several at once. A file revises the artifact with its title.
 * Returns what became of each, and the first error.
 */
export async function push(
  api: Api,
  output: Output,
  evidence: Evidence[],
  description: Description,
  options: PushOptions,
): Promise<{ result: PushResult; error: unknown }> {
  const payload = await openReview(api, options)
  const targets = evidence.map(each => targetOf(payload, each, options.revise))
  const totalBytes = evidence.reduce((sum, each) => sum + each.bytes, 0)
  const progress = showProgress(output, evidence.length, totalBytes)
  const limit = pLimit(options.parallel)
  let failure: { error: unknown } | undefined
  let isOver = false
  const files = await Promise.all(
    evidence.map((each, index) =>
      limit(async (): Promise<PushedFile> => {
        const artifact = targets[index] ?? null
        if (isOver) return describeFile(each, artifact, 'not_sent')
        try {
          const target = { reviewId: payload.review.id, artifact, redact: options.redact }
          const pushed = await pushFile(api, target, each, description, progress)
          progress.completed()
          return pushed
        } catch (error) {
          failure ??= { error }
          isOver ||= endsPush(error)
          return { ...describeFile(each, artifact, 'failed'), error: describeError(error) }
        }
      }),
    ),
  )
  progress.end(summaryOf(files))
  const { id, title, status, url, externalRef } = payload.review
  const markdown = await markdownOf(api, payload, files, failure !== undefined)
  return {
    result: { review: { id, title, status, url, externalRef }, files, markdown },
    error: failure?.error,
  }
}

async function pushFile(
  api: Api,
  target: UploadTarget,
  evidence: Evidence,
  description: Description,
  progress: Progress,
): Promise<PushedFile> {
  const { artifact } = target
  if (artifact && (await isCurrent(api, artifact, evidence))) {
    progress.advance(evidence.bytes)
    return describeFile(evidence, artifact, 'unchanged')
  }
  const completed = await upload(api, target, evidence, description, bytes => progress.advance(bytes))
  const outcome = artifact?.currentRevision?.completedAt ? 'revised' : 'created'
  return { ...describeFile(evidence, completed.artifact, outcome), warnings: completed.warnings }
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

/** Returns the artifact that a file is a revision of; null for new evidence. */
function targetOf(
  { artifacts, review }: ReviewPayload | Omit<ReviewPayload, 'rounds'>,
  evidence: Evidence,
  revise?: string,
): Artifact | null {
  if (revise !== undefined)
    return revisedArtifact(artifacts, review.id, evidence, requireId(revise, 'artifact'))
  const [found, ...others] = artifacts.filter(
    each => each.title === evidence.title && each.kind === evidence.kind,
  )
  if (found && others.length > 0)
    throw usageFailure(
      `The review has several ${evidence.kind}s with the title "${evidence.title}".`,
      `Choose one with --revise: ${[found, ...others].map(each => each.id).join(', ')}.`,
    )
  return found ?? null
}

function revisedArtifact(
  artifacts: Artifact[],
  reviewId: string,
  { name, kind }: Evidence,
  id: string,
): Artifact {
  const found = artifacts.find(each => each.id === id)
  if (!found)
    throw new Failure(
      'not_found',
      `The review ${reviewId} has no artifact ${id}.`,
      'Check the id, or name its review with --review.',
    )
  if (found.kind === kind) return found
  throw usageFailure(
    `"${name}" is ${kind === 'image' ? 'an image' : 'a video'}, but "${found.title}" is not.`,
    'Leave --revise out to add the file as new evidence.',
  )
}

/** Reads the Markdown anew, unless nothing was sent or a call has failed: then it may be out of date. */
async function markdownOf(
  api: Api,
  { review, markdown }: Pick<ReviewPayload, 'review' | 'markdown'>,
  files: PushedFile[],
  hasFailed: boolean,
): Promise<string> {
  if (!files.some(each => each.outcome === 'created' || each.outcome === 'revised')) return markdown
  const reading = api.call('GET /v1/reviews/{id}/markdown', { params: { id: review.id } })
  return (hasFailed ? await reading.catch(() => ({ markdown })) : await reading).markdown
}

function summaryOf(files: PushedFile[]): string {
  const words = {
    created: 'new',
    revised: 'revised',
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
