import { ApiError } from '#shared/client'
import type { Api } from '../api'
import type { ReviewTarget } from '../change/review'
import { exitCodes } from '../exit-codes'
import { describeError, Failure } from '../failure'
import { programName } from '../package-info'
import type { FormTexts } from './form'
import type { Progress } from './progress'
import { isInReview, setOmitted } from './pushed-file'
import { formsOf, sendForm, type Redaction, type Submitted } from './send-form'
import type { PlannedFile } from './planned-file'

/** The replies that a push adds to threads when it marks them addressed. */
export interface PushReplies {
  /** The texts of the replies. The keys are the ids of the threads. An empty text adds no comment. */
  texts: Record<string, string>
  /** The artifacts that the threads are on. */
  artifactIds: readonly string[]
  /** Whether a thread is marked addressed even if the sent files show no change. */
  force: boolean
}

/** The data that all forms of a push have in common. */
interface Common {
  api: Api
  target: Pick<ReviewTarget, 'fields' | 'commit' | 'existing'>
  redact: Redaction | undefined
  /** Whether files that look the same as the accepted revision are left out. */
  changedOnly: boolean
  replies: PushReplies
  progress: Progress
}

/** The result of sending all forms of a push. */
interface Sent {
  /** The id of the review; undefined if no form has created or found one. */
  reviewId: string | undefined
  /** The threads that were marked addressed. */
  threads: Submitted['threads']
  /** The first error of all forms; undefined if there was none. */
  error: unknown
}

/** The state of a push when one of its forms was refused. */
interface FailedForm {
  sent: Sent
  /** Whether no form has been accepted before. */
  isFirst: boolean
}

/**
 * Sends files in as few forms as possible, and sets the result for each file. A form that a proxy refuses as
 * too large is divided. If some files are refused, the other files are sent, but no reply. The last form
 * contains the replies and the files that they are about. So replies are sent only if all files were sent,
 * and the server can compare these files with the commented revisions, which it does only within one form.
 */
export async function sendForms(common: Common, subjects: PlannedFile[][]): Promise<Sent> {
  const { api, target, redact, changedOnly, replies, progress } = common
  const sent: Sent = { reviewId: target.existing?.review.id, threads: [], error: undefined }
  const isReply = (subject: PlannedFile[]) =>
    subject.some(({ artifact }) => artifact && replies.artifactIds.includes(artifact.id))
  const isOneForm = formsOf(subjects).length <= 1
  const forms = (isOneForm ? [subjects] : parted(subjects, isReply)).flatMap(formsOf)
  // A comment on the whole review may be addressed by any file that shows a change, including a file in an
  // earlier form.
  const isForced = () =>
    replies.force || (replies.artifactIds.length === 0 && subjects.flat().some(showsChange))
  let isFirst = true
  for (let form = forms.shift(); form !== undefined; form = forms.shift()) {
    const files = form.flat()
    const isLast = forms.length === 0 && sent.error === undefined
    const texts: FormTexts = {
      ...(sent.reviewId === undefined ? target.fields : { reviewId: sent.reviewId }),
      commit: target.commit,
      ...(changedOnly && { changedOnly: 'true' }),
      ...(isLast && { ...replies.texts, ...(isForced() && { force: 'true' }) }),
    }
    try {
      const submitted = await sendForm(api, form, texts, redact, bytes => progress.advance(bytes))
      isFirst = false
      sent.reviewId = submitted.review.id
      sent.threads = submitted.threads
      assign(files, submitted)
      for (const { pushed } of files) if (isInReview(pushed)) progress.completed()
      const errors = submitted.refused.map(errorOf)
      sent.error ??= errors[0]
      if (errors.some(endsPush)) break
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 413 && form.length > 1) {
        forms.unshift(...divided(form, isReply))
        continue
      }
      if (setFailure(error, files, { sent, changedOnly, replies, isFirst })) break
    }
  }
  return sent
}

/**
 * Sets the results for the files of a form that was refused, and the error of the push. Returns whether the
 * push ends. If nothing was stored at all because a reply lacks a change, throws a `Failure`: there is no
 * result that could contain it.
 */
function setFailure(
  error: ApiError,
  files: PlannedFile[],
  { sent, changedOnly, replies, isFirst }: Pick<Common, 'changedOnly' | 'replies'> & FailedForm,
): boolean {
  if (error.code === 'unchanged' && changedOnly && sent.reviewId === undefined) {
    for (const { evidence, pushed } of files) setOmitted(pushed, evidence.isBefore, null)
    return false
  }
  if (error.code === 'unchanged') {
    const failure = unchangedFailure(error, Object.keys(replies.texts), isFirst)
    if (isFirst) throw failure
    sent.error = failure
    for (const { pushed } of files)
      Object.assign(pushed, { outcome: 'failed', error: describeError(failure) })
    return true
  }
  sent.error ??= error
  refuseAll(files, error)
  // The files that were not refused were left out, because they look the same as the accepted revisions.
  // Otherwise the server would have created a review with them, instead of sending an error.
  if (changedOnly && error.refused.length > 0)
    for (const { evidence, pushed } of files)
      if (pushed.outcome === 'not_sent') setOmitted(pushed, evidence.isBefore, null)
  return endsPush(error)
}

/**
 * Returns whether a file was sent and shows a change: it is new, or looks different from the revision before
 * it.
 */
const showsChange = ({ evidence, pushed: { outcome, warnings } }: PlannedFile) =>
  !evidence.isBefore &&
  (outcome === 'created' || outcome === 'revised') &&
  warnings.every(each => each.code !== 'unchanged')

type IsReply = (subject: PlannedFile[]) => boolean

/**
 * Returns two lists: the files that are not about an addressed thread, and the files that are. The last form
 * must contain the second list.
 */
const parted = (subjects: PlannedFile[][], isReply: IsReply) => [
  subjects.filter(each => !isReply(each)),
  subjects.filter(isReply),
]

/**
 * Divides a form that is too large. If some of its files are about an addressed thread and others are not,
 * separates these two groups. Otherwise divides the form into halves.
 */
function divided(form: PlannedFile[][], isReply: IsReply): PlannedFile[][][] {
  const parts = parted(form, isReply)
  if (parts.every(each => each.length > 0)) return parts
  const half = Math.ceil(form.length / 2)
  return [form.slice(0, half), form.slice(half)]
}

/** Returns whether an error ends the push, because every further file would cause the same error. */
const endsPush = (error: unknown) =>
  !(error instanceof ApiError) || error.offline || [401, 402, 403].includes(error.status)

/** Copies the response of a call to the results for its files. */
function assign(planned: PlannedFile[], { files, refused, omitted }: Submitted): void {
  refuse(planned, refused)
  for (const { index, url } of omitted) {
    const each = planned[index]
    if (each) setOmitted(each.pushed, each.evidence.isBefore, url)
  }
  const others = [...refused, ...omitted]
  const published = planned.filter((_, index) => others.every(each => each.index !== index))
  for (const [index, { pushed }] of published.entries()) {
    const file = files[index]
    if (!file) continue
    const { outcome, title, artifactId, revisionId, revisionIndex, url, mediaExpiresAt, warnings } = file
    Object.assign(pushed, { outcome, title, artifactId, revisionId, revisionIndex, url, mediaExpiresAt })
    pushed.warnings.push(...warnings)
  }
}

/**
 * Sets the result for each refused file to the reason of the refusal. If the state before a change was
 * refused, the file with the state after it stays `not_sent`.
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
 * Sets the results for the files of a failed call to the reason for each refused file. If the call failed for
 * another reason, sets them to the error of the call.
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

/**
 * Returns the failure for files that should address a thread but show no change. `isFirst` is true if no file
 * has been sent before.
 */
const unchangedFailure = ({ code, message }: ApiError, threadIds: string[], isFirst: boolean) =>
  new Failure(
    code,
    message,
    `${isFirst ? 'Nothing' : 'No reply'} was sent. Push a picture of the change. ` +
      'If the reply needs no picture, run ' +
      `${threadIds.map(each => `"${programName()} address ${each}"`).join(' and ')}; if the picture ` +
      'must stay unchanged, add --force.',
    exitCodes.usage,
  )
