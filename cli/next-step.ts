import { ApiError, type ApiResponse } from '#shared/client'
import type { Api } from './api'
import type { CompactThread } from '#shared/contract/thread'
import type { ReviewOptions } from './change/change'
import { programName } from './package-info'
import type { GlobalOptions } from './account/session'

type News = ApiResponse<'GET /v1/reviews/{id}/wait'>
type Action = News['nextAction']['action']

/** The state of a review after a command, and its next step. */
export interface NextStep {
  reviewStatus: News['status']
  counts: News['counts']
  nextAction: News['nextAction']
  /**
   * The command of the next step; null if there is none, or if the command depends on the change to be made.
   */
  nextCommand: string | null
}

const commands: Partial<Record<Action, string>> = { wait_for_person: 'wait', apply_feedback: 'feedback' }

/**
 * Returns the command for the next step; null if there is none. `options` identifies the review in this
 * command. If the agent must apply feedback and `threads` contains an open thread with a picture, the command
 * shows this picture.
 */
export function nextCommandOf(
  { action }: Pick<News['nextAction'], 'action'>,
  options: GlobalOptions & ReviewOptions,
  threads: readonly CompactThread[] = [],
): string | null {
  const shown = threads.find(each => each.status === 'open' && each.pictureUrl !== undefined)
  const { server, json } = options
  if (action === 'apply_feedback' && shown)
    return commandLine(`view ${quoted(shown.threadId)}`, { server, json })
  const command = commands[action]
  return command === undefined ? null : commandLine(command, options)
}

/**
 * Returns the next step of a review. `options` identifies the review in the next command. Returns null if the
 * step cannot be read, because the token lacks `feedback:read` or the server does not respond: the command
 * itself has succeeded.
 */
export async function readNextStep(
  api: Api,
  id: string,
  options: GlobalOptions & ReviewOptions,
): Promise<NextStep | null> {
  const query = { seconds: 0 }
  const news = await api
    .call('GET /v1/reviews/{id}/wait', { params: { id }, query })
    .catch((error: unknown) => {
      if (error instanceof ApiError) return null
      throw error
    })
  if (!news) return null
  const { status, counts, nextAction } = news
  return { reviewStatus: status, counts, nextAction, nextCommand: nextCommandOf(nextAction, options) }
}

const statusSentences: Record<News['status'], string> = {
  open: 'The review is open.',
  changes_requested: 'Changes were requested.',
  verified: 'The review is verified.',
  deleted: 'The review was deleted.',
}

/** Returns the status of a review as a sentence. */
export const describeStatus = (status: News['status']): string => statusSentences[status]

/** Returns the status of a review and its next step, on one line. */
export function describeState({ status, nextAction }: Pick<News, 'status' | 'nextAction'>): string {
  const { action, summary } = nextAction
  const isInSummary =
    action === 'done' || action === 'stop' || (action === 'upload_revision' && status === 'changes_requested')
  return isInSummary ? summary : `${describeStatus(status)} ${summary}`
}

/** Returns the status of a review, its next step and the next command, on one line. */
export function describeNextStep({
  reviewStatus,
  nextAction,
  nextCommand,
}: Omit<NextStep, 'counts'>): string {
  const state = describeState({ status: reviewStatus, nextAction })
  return nextCommand === null ? state : `${state} Next: ${nextCommand}`
}

/** Returns a command with the options that identify the review, quoted for a shell. */
export function commandLine(
  command: string,
  { review, ref, pr, project, server, json }: GlobalOptions & ReviewOptions,
): string {
  // If several of these options are set, the command contains only the first one. `findReview` uses the same
  // order.
  const names = Object.entries({ review, ref, pr }).filter(([, value]) => value)
  const words = [...names.slice(0, 1), ...Object.entries({ project, server })].flatMap(([option, value]) =>
    value ? [`--${option}`, quoted(value)] : [],
  )
  return [programName(), command, ...words, ...(json ? ['--json'] : [])].join(' ')
}

/** Returns a word with the quotes that a POSIX shell needs. Ids come from a server, which may be hostile. */
export const quoted = (word: string): string =>
  /^[\w./:@+-][\w./:@+#-]*$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
