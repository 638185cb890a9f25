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
  /** The number of files compared with the review at once: up to {@link MAX_PARALLEL}. */
  parallel: number
  /** Areas of every picture that are painted over before any person sees it. */
  redact?: Redaction
}

export const MAX_PARALLEL = 16
export const DEFAULT_PARALLEL = 4

/** The files to send, and their review. */
export interface Submission extends Subject {
  /** Returns the artifact of the review that the file revises; null: it is new evidence. */
  findArtifact: (artifacts: Artifact[], reviewId: string) => Artifact | null
  /** Returns the fields to declare, given that artifact. */
  describe: (artifact: Artifact | null) => Description
}

/** The outcome of one file. */
export interface PushedFile {
  file: string
  /** The title of the revised evidence, or of the file where it was not sent. */
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
  /** The time from which a card replaces the media; null: never. */
  mediaExpiresAt: string | null
  markdown: string | null
  /** The differences of the sent facts from the file, or of the result from the command. */
  warnings: (Submitted['files'][number]['warnings'][number] | typeof posterNotSent)[]
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
  /** Whether the Markdown replaces the one of an earlier push, which shows earlier revisions. */
  replacesMarkdown: boolean
}

/** Errors that every further file would get too. */
const endsPush = (error: unknown) =>
  !(error instanceof ApiError) || error.offline || [401, 402, 403].includes(error.status)

/** The result of a push. */
export interface Pushed {
  /** null where no file was accepted for a review that does not exist yet: then none was made. */
  result: PushResult | null
  files: PushedFile[]
  /** The threads that were answered. */
  threads: Submitted['threads']
  /** The first error. */
  error: unknown
}

/** The answers of a push, by the ids of their threads, and whether unchanged files may answer. */
export interface PushAnswers {
  answers: Record<string, string>
  force: boolean
}

/** A file of a push, and its outcome. */
interface Planned extends Sending {
  pushed: PushedFile
}

/**
 * Sends files to the review of the change, which the first accepted file makes where there is none, in as few
 * calls as possible and in their order. Calls `startProgress` once the review was looked for. Throws where
 * files that answer a thread show no change: then nothing is stored.
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
  // The files are not at fault: the error has the reason.
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
 * Decides how to send the files of a submission: a file that its artifact has is not sent, but title and
 * description are changed to the given ones.
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
    // The state after a change is a revision of the state before it, where that is new.
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

/** Writes the results of a call into the outcomes of its files. */
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

/** Writes the reasons of refused files. The state after a refused one before it was not sent. */
function refuse(planned: Planned[], refused: Submitted['refused']): void {
  for (const file of refused) {
    const each = planned[file.index]
    const before = planned[file.index - 1]
    if (!each) continue
    const isAfter = before?.evidence.isBefore && before.pushed.outcome === 'failed'
    if (!isAfter) Object.assign(each.pushed, { outcome: 'failed', error: describeError(errorOf(file)) })
  }
}

/** Writes the error of a call, or the fault of each file, where the call was refused. */
function refuseAll(planned: Planned[], error: ApiError): void {
  if (error.refused.length > 0) return refuse(planned, error.refused)
  for (const [index, { pushed }] of planned.entries()) {
    const isAfter = planned[index - 1]?.evidence.isBefore
    if (!isAfter && (index === 0 || !endsPush(error)))
      Object.assign(pushed, { outcome: 'failed', error: describeError(error) })
  }
}

/** Returns the refusal of a file as the error of a call. */
function errorOf(refused: Submitted['refused'][number]): ApiError {
  const { error, message, hint, part, used, limit, plan } = refused
  const isQuota = used !== undefined && limit !== undefined && plan !== undefined
  const status = error.endsWith('_limit_reached') ? 402 : 422
  return new ApiError(message, status, error, hint, part, isQuota ? { used, limit, plan } : null)
}

/** Returns the failure of files that answer a thread and show no change. */
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
 * Adds the Markdown of each artifact after the push, and changes title and description where the server found
 * that it has the file.
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

/** Adds files that cannot be evidence, and were not sent, to the result of a push. */
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

/** Changes title and description of an artifact to the given ones. Returns null if they are the same. */
async function update(
  api: Api,
  artifact: Artifact,
  { title = artifact.title, description = artifact.description }: Description,
): Promise<Artifact | null> {
  if (title === artifact.title && description === artifact.description) return null
  return api.call('PATCH /v1/artifacts/{id}', { params: { id: artifact.id }, body: { title, description } })
}

/** Returns whether an error is about files, and not about the caller or the server. */
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

/** Returns the number of files with each outcome, in words. */
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
