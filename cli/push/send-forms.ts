import { ApiError } from '#shared/client'
import type { Api } from '../api'
import type { ReviewTarget } from '../change/review'
import { exitCodes } from '../exit-codes'
import { describeError, Failure } from '../failure'
import { programName } from '../package-info'
import type { FormTexts } from './form'
import type { Progress } from './progress'
import { isSent } from './pushed-file'
import { formsOf, sendForm, type PlannedFile, type Redaction, type Submitted } from './send-form'

/** The answers of a push to threads. */
export interface PushAnswers {
  /** The texts of the answers, by the ids of their threads. An empty text adds no comment. */
  texts: Record<string, string>
  /** The artifacts that the threads are on. */
  artifactIds: readonly string[]
  /** Whether files that show no change may answer too. */
  force: boolean
}

/** The fields that all forms of a push have in common. */
interface Common {
  api: Api
  target: Pick<ReviewTarget, 'fields' | 'commit' | 'existing'>
  redact: Redaction | undefined
  answers: PushAnswers
  progress: Progress
}

/** The result of all forms of a push. */
interface Sent {
  /** undefined if no form created or found a review. */
  reviewId: string | undefined
  /** The threads that were answered. */
  threads: Submitted['threads']
  /** The first error; undefined if there was none. */
  error: unknown
}

/**
 * Sends files in as few forms as possible, and sets the outcome of each file. A form that a proxy refuses as
 * too large is divided. After an error of some files, the other files are sent, but no answer. The answers
 * are in the last form, so that they are sent only if all files were, and together with the files that they
 * are about: the server compares only files of the same form with what the thread was about.
 */
export async function sendForms(common: Common, subjects: PlannedFile[][]): Promise<Sent> {
  const { api, target, redact, answers, progress } = common
  const sent: Sent = { reviewId: target.existing?.review.id, threads: [], error: undefined }
  const isAnswer = (subject: PlannedFile[]) =>
    subject.some(({ artifact }) => artifact && answers.artifactIds.includes(artifact.id))
  const isOneForm = formsOf(subjects).length <= 1
  const forms = (isOneForm ? [subjects] : parted(subjects, isAnswer)).flatMap(formsOf)
  // A comment on the review is answered by any file that shows a change, also by one of an earlier form.
  const isForced = () =>
    answers.force || (answers.artifactIds.length === 0 && subjects.flat().some(showsChange))
  let isFirst = true
  for (let form = forms.shift(); form !== undefined; form = forms.shift()) {
    const files = form.flat()
    const isLast = forms.length === 0 && sent.error === undefined
    const texts: FormTexts = {
      ...(sent.reviewId === undefined ? target.fields : { reviewId: sent.reviewId }),
      commit: target.commit,
      ...(isLast && { ...answers.texts, ...(isForced() && { force: 'true' }) }),
    }
    try {
      const submitted = await sendForm(api, form, texts, redact, bytes => progress.advance(bytes))
      isFirst = false
      sent.reviewId = submitted.review.id
      sent.threads = submitted.threads
      assign(files, submitted)
      for (const { pushed } of files) if (isSent(pushed)) progress.completed()
      const errors = submitted.refused.map(errorOf)
      sent.error ??= errors[0]
      if (errors.some(endsPush)) break
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 413 && form.length > 1) {
        forms.unshift(...divided(form, isAnswer))
        continue
      }
      if (error.code === 'unchanged') {
        const failure = unchangedFailure(error, Object.keys(answers.texts), isFirst)
        // Nothing of the push was stored, so that it has no result.
        if (isFirst) throw failure
        sent.error = failure
        for (const { pushed } of files)
          Object.assign(pushed, { outcome: 'failed', error: describeError(failure) })
        break
      }
      sent.error ??= error
      refuseAll(files, error)
      if (endsPush(error)) break
    }
  }
  return sent
}

/** Returns whether a file was sent, and is new or looks different from the revision before it. */
const showsChange = ({ evidence, pushed: { outcome, warnings } }: PlannedFile) =>
  !evidence.isBefore &&
  (outcome === 'created' || outcome === 'revised') &&
  warnings.every(each => each.code !== 'unchanged')

type IsAnswer = (subject: PlannedFile[]) => boolean

/**
 * Returns two lists: the files that answer no thread, and the files that answer one, which the last form must
 * contain.
 */
const parted = (subjects: PlannedFile[][], isAnswer: IsAnswer) => [
  subjects.filter(each => !isAnswer(each)),
  subjects.filter(isAnswer),
]

/** Divides a form that is too large: between the files without and with an answer, else in halves. */
function divided(form: PlannedFile[][], isAnswer: IsAnswer): PlannedFile[][][] {
  const parts = parted(form, isAnswer)
  if (parts.every(each => each.length > 0)) return parts
  const half = Math.ceil(form.length / 2)
  return [form.slice(0, half), form.slice(half)]
}

/** Returns whether an error ends the push, since every further file would get the same error. */
const endsPush = (error: unknown) =>
  !(error instanceof ApiError) || error.offline || [401, 402, 403].includes(error.status)

/** Copies the results of a call into the outcomes of its files. */
function assign(planned: PlannedFile[], { files, refused }: Submitted): void {
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
function refuse(planned: PlannedFile[], refused: Submitted['refused']): void {
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
function refuseAll(planned: PlannedFile[], error: ApiError): void {
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

/** Returns the failure for files that answer a thread but show no change. `isFirst`: nothing was sent. */
const unchangedFailure = ({ code, message }: ApiError, threadIds: string[], isFirst: boolean) =>
  new Failure(
    code,
    message,
    `${isFirst ? 'Nothing' : 'No answer'} was sent. Push a picture of the change. ` +
      'If the answer needs no picture, run ' +
      `${threadIds.map(each => `"${programName()} address ${each}"`).join(' and ')}; if the picture ` +
      'must stay unchanged, add --force.',
    exitCodes.usage,
  )
