import pLimit from 'p-limit'
import { ApiError, type ApiResponse } from '#shared/client'
import type { Api } from '../api'
import { findReviewToPush, readReview } from '../change/review'
import type { ReviewOptions } from '../change/change'
import { exitCodes } from '../exit-codes'
import { describeError, Failure, type PrintedError } from '../failure'
import { programName } from '../package-info'
import type { Evidence } from './evidence'
import { filesOf, type RefusedCandidate, type Subject } from './find-evidence'
import type { Progress } from './progress'
import type { FormTexts } from './form'
import {
  formsOf,
  isPresent,
  sendForm,
  sentBytes,
  type Artifact,
  type Description,
  type Redaction,
  type Sending,
  type Submitted,
} from './send-files'

type ReviewPayload = ApiResponse<'GET /v1/reviews/{id}'>

export interface PushOptions extends ReviewOptions {
  reviewTitle?: string
  /** The number of files that are compared with the review at the same time, at most {@link MAX_PARALLEL}. */
  parallel: number
  /** Areas of every image that are painted over before any person sees it. */
  redact?: Redaction
}

export const MAX_PARALLEL = 16
export const DEFAULT_PARALLEL = 4

/** A subject to send, with its artifact and its declared fields. */
export interface Submission extends Subject {
  /** Returns the artifact of the review that the file revises; null if the file is new evidence. */
  findArtifact: (artifacts: Artifact[], reviewId: string) => Artifact | null
  /** Returns the fields to declare for the file. `artifact` is the artifact that the file revises. */
  describe: (artifact: Artifact | null) => Description
}

/** The outcome of one file. */
export interface PushedFile {
  file: string
  /** The title of the artifact; the title of the file if it was not sent. */
  title: string
  /**
   * `unchanged`: the latest revision has the same bytes. `updated`: it has the same bytes, but the title or
   * description was changed. `not_sent`: the push ended before this file was sent.
   */
  outcome: 'created' | 'revised' | 'updated' | 'unchanged' | 'failed' | 'not_sent'
  artifactId: string | null
  revisionId: string | null
  revisionIndex: number | null
  url: string | null
  /** When the media expires and a card is shown instead; null if it never expires. */
  mediaExpiresAt: string | null
  markdown: string | null
  /** Warnings about declared fields that differ from the file, and about options that had no effect. */
  warnings: (Submitted['files'][number]['warnings'][number] | typeof posterNotSent)[]
  error?: PrintedError
}

/** The warning that a poster was not sent, since its video has no new revision. */
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
  /** Whether the Markdown must replace that of an earlier push, which shows earlier revisions. */
  replacesMarkdown: boolean
}

/** Returns whether an error ends the push, since every further file would get the same error. */
const endsPush = (error: unknown) =>
  !(error instanceof ApiError) || error.offline || [401, 402, 403].includes(error.status)

/** The result of a push. */
export interface Pushed {
  /** null if no file was accepted and the review did not exist before: then no review was created. */
  result: PushResult | null
  files: PushedFile[]
  /** The threads that this push marked addressed. */
  threads: Submitted['threads']
  /** The first error; undefined if there was none. */
  error: unknown
}

/**
 * The answers of a push, by the ids of their threads. With `force`, files that show no change may also answer
 * a thread.
 */
export interface PushAnswers {
  answers: Record<string, string>
  force: boolean
}

/** A file of a push, and its outcome. */
interface Planned extends Sending {
  pushed: PushedFile
}

/**
 * Sends files to the review of the change, in their order and in as few calls as possible. If the review does
 * not exist, the first accepted file creates it. Calls `startProgress` after the search for the review.
 * Throws if files that answer a thread show no change: then nothing is stored.
 */
export async function push(
  api: Api,
  submissions: Submission[],
  options: PushOptions,
  startProgress: () => Progress,
  { answers, force }: PushAnswers = { answers: {}, force: false },
): Promise<Pushed> {
  const target = await findReviewToPush(api, options)
  const { existing } = target
  const artifacts = existing?.artifacts ?? []
  const found = submissions.map(each => each.findArtifact(artifacts, existing?.review.id ?? ''))
  const progress = startProgress()
  const isAnswering = Object.keys(answers).length > 0
  const limit = pLimit(options.parallel)
  const planned = await Promise.all(
    submissions.map((each, index) =>
      limit(() => plan(api, each, found[index] ?? null, options.redact === undefined && !isAnswering)),
    ),
  )
  const all = planned.flat()
  for (const { pushed, evidence } of all) if (isSent(pushed.outcome)) progress.advance(sentBytes(evidence))
  const unsent = planned
    .map(subject => subject.filter(each => !isSent(each.pushed.outcome)))
    .filter(subject => subject.length > 0)
  let reviewId = existing?.review.id
  let threads: Submitted['threads'] = []
  let failure: { error: unknown } | undefined
  const fail = (error: unknown) => void (failure ??= { error })
  const forms = formsOf(unsent)
  if (forms.length === 0 && isAnswering) forms.push([])
  for (let form = forms.shift(); form !== undefined; form = forms.shift()) {
    const isLast = forms.length === 0 && failure === undefined
    const texts: FormTexts = {
      ...(reviewId === undefined ? target.fields : { reviewId }),
      commit: target.commit,
      ...(isLast && { ...answers, ...(force && { force: 'true' }) }),
    }
    try {
      const submitted = await sendForm(api, form, texts, options.redact, bytes => progress.advance(bytes))
      reviewId = submitted.review.id
      threads = submitted.threads
      assign(form.flat(), submitted)
      for (const { pushed } of form.flat()) if (isSent(pushed.outcome)) progress.completed()
      const [refusal] = submitted.refused
      if (refusal) fail(errorOf(refusal))
      if (submitted.refused.some(each => endsPush(errorOf(each)))) break
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'unchanged') throw unchangedFailure(error, Object.keys(answers))
      if (error.status === 413 && form.length > 1) {
        const half = Math.ceil(form.length / 2)
        forms.unshift(form.slice(0, half), form.slice(half))
        continue
      }
      fail(error)
      refuseAll(form.flat(), error)
      if (endsPush(error)) break
    }
  }
  const files = all.map(each => each.pushed)
  const accepted = files.some(each => isSent(each.outcome))
  // No review was created, and the files are not the cause of the error: throws the error of the call.
  if (reviewId === undefined && failure && !isOfFiles(failure.error)) throw failure.error
  progress.end(summaryOf(files))
  if (reviewId === undefined) return { result: null, files, threads, error: failure?.error }
  const wasSent = files.some(each => ['created', 'revised', 'updated'].includes(each.outcome))
  const payload = existing && !wasSent ? existing : await readReview(api, reviewId)
  const review = existing && accepted ? await target.update(payload.review) : payload.review
  await complete(api, all, payload.artifacts)
  const hadEvidence = artifacts.some(each => each.currentRevision?.completedAt)
  const { markdown } = payload
  const replacesMarkdown = hadEvidence && markdown !== existing?.markdown
  const { id, title, status, url, externalRef, prRef } = review
  return {
    result: { review: { id, title, status, url, externalRef, prRef }, files, markdown, replacesMarkdown },
    files,
    threads,
    error: failure?.error,
  }
}

/**
 * Decides how to send the files of a submission. A file that its artifact already contains is not sent, but
 * the title and the description of the artifact are set to the given ones.
 */
async function plan(
  api: Api,
  submission: Submission,
  artifact: Artifact | null,
  compares: boolean,
): Promise<Planned[]> {
  const planned: Planned[] = []
  const description = submission.describe(artifact)
  for (const evidence of filesOf(submission)) {
    // If the state before a change is new, the state after it must be sent too, as the next revision.
    const isFirst = planned.every(each => isSent(each.pushed.outcome))
    const present = compares && isFirst && artifact && (await isPresent(api, artifact, evidence))
    const updated = present && !evidence.isBefore ? await update(api, artifact, description) : null
    const outcome = updated ? 'updated' : present ? 'unchanged' : 'not_sent'
    const pushed = describeFile(evidence, updated ?? artifact, outcome)
    if (present && evidence.poster) pushed.warnings.push(posterNotSent)
    planned.push({ evidence, artifact, description, pushed })
  }
  return planned
}

/** Copies the results of a call into the outcomes of its files. */
function assign(planned: Planned[], { files, refused }: Submitted): void {
  refuse(planned, refused)
  const published = planned.filter((_, index) => refused.every(each => each.index !== index))
  for (const [index, { pushed }] of published.entries()) {
    const file = files[index]
    if (!file) continue
    const { outcome, title, artifactId, revisionId, revisionIndex, url, mediaExpiresAt, warnings } = file
    Object.assign(pushed, { outcome, title, artifactId, revisionId, revisionIndex, url, mediaExpiresAt })
    pushed.warnings.push(...warnings)
  }
}

/**
 * Copies the reasons of refused files into their outcomes. If the state before a change was refused, the
 * state after it stays `not_sent`.
 */
function refuse(planned: Planned[], refused: Submitted['refused']): void {
  for (const file of refused) {
    const each = planned[file.index]
    const before = planned[file.index - 1]
    if (!each) continue
    const isAfter = before?.evidence.isBefore && before.pushed.outcome === 'failed'
    if (!isAfter) Object.assign(each.pushed, { outcome: 'failed', error: describeError(errorOf(file)) })
  }
}

/**
 * Sets the outcomes of the files of a failed call: the reason of each refused file, else the error of the
 * call.
 */
function refuseAll(planned: Planned[], error: ApiError): void {
  if (error.refused.length > 0) return refuse(planned, error.refused)
  for (const [index, { pushed }] of planned.entries()) {
    const isAfter = planned[index - 1]?.evidence.isBefore
    if (!isAfter && (index === 0 || !endsPush(error)))
      Object.assign(pushed, { outcome: 'failed', error: describeError(error) })
  }
}

/** Converts the refusal of a file to an {@link ApiError}. */
function errorOf(refused: Submitted['refused'][number]): ApiError {
  const { error, message, hint, part, used, limit, plan } = refused
  const isQuota = used !== undefined && limit !== undefined && plan !== undefined
  const status = error.endsWith('_limit_reached') ? 402 : 422
  return new ApiError(message, status, error, hint, part, isQuota ? { used, limit, plan } : null)
}

/** Returns the failure for files that answer a thread but show no change. */
const unchangedFailure = ({ code, message }: ApiError, threadIds: string[]) =>
  new Failure(
    code,
    message,
    'Nothing was sent. Push a picture of the change. If the answer needs no picture, run ' +
      `${threadIds.map(each => `"${programName()} address ${each}"`).join(' and ')}; if the picture ` +
      'must stay unchanged, add --force.',
    exitCodes.usage,
  )

/**
 * Adds the Markdown that each artifact has after the push. Also sets the title and the description of an
 * artifact if the server found that an artifact already contains the file.
 */
async function complete(api: Api, planned: Planned[], artifacts: Artifact[]): Promise<void> {
  for (const { evidence, pushed, description } of planned) {
    const artifact = artifacts.find(each => each.id === pushed.artifactId)
    if (!artifact || !isSent(pushed.outcome)) continue
    const isUnchanged = pushed.outcome === 'unchanged' && !evidence.isBefore
    const updated = isUnchanged ? await update(api, artifact, description) : null
    const { title, markdown } = updated ?? artifact
    Object.assign(pushed, { title, markdown, ...(updated && { outcome: 'updated' }) })
  }
}

/** Adds files that cannot be evidence, and so were not sent, to the result of a push. */
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

/** Returns the outcome of a file that cannot be evidence. */
export const refusedFile = (file: string, title: string, error: unknown): PushedFile => ({
  file,
  title,
  outcome: 'failed',
  artifactId: null,
  revisionId: null,
  revisionIndex: null,
  url: null,
  mediaExpiresAt: null,
  markdown: null,
  warnings: [],
  error: describeError(error),
})

/** Sets the title and description of an artifact. Returns null if they are already the same. */
async function update(
  api: Api,
  artifact: Artifact,
  { title = artifact.title, description = artifact.description }: Description,
): Promise<Artifact | null> {
  if (title === artifact.title && description === artifact.description) return null
  return api.call('PATCH /v1/artifacts/{id}', { params: { id: artifact.id }, body: { title, description } })
}

/** Returns whether the files caused an error, and not the caller or the server. */
const isOfFiles = (error: unknown) =>
  error instanceof ApiError && (error.refused.length > 0 || error.status === 413)

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

/** Returns the number of files with each outcome as a text, such as `2 new, 1 failed`. */
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

/** Returns the exit code of a push: the one for its error, if there is an error. */
export const exitCodeOf = (error: unknown) =>
  error === undefined ? exitCodes.done : describeError(error).exitCode
