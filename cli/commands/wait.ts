import type { Command } from 'commander'
import type { ApiResponse } from '#shared/client'
import { limits } from '#shared/contract/kit/limits'
import type { CompactThread } from '#shared/contract/thread'
import type { Api } from '../api'
import type { ReviewOptions } from '../change/change'
import { findReview, requireNamedReview } from '../change/review'
import { exitCodes } from '../exit-codes'
import { describeError, Failure } from '../failure'
import { compactThreads } from '#shared/review/compact-thread'
import { formatThread, threadsWithNews } from '#shared/review/format-thread'
import { describeNextStep, describeState, nextCommandOf } from '../next-step'
import { oneLine, type Output } from '../output'
import { createOutages, type Outages } from '../outage'
import { openSession, type GlobalOptions } from '../account/session'
import { seconds } from './arguments'
import { reviewOptions } from './review-options'

type Response = ApiResponse<'GET /v1/reviews/{id}/wait'>
type News = Omit<Response, 'threads'> & { threads: CompactThread[] }

interface Options extends GlobalOptions, ReviewOptions {
  since?: string
}

/**
 * The default timeout in seconds. It is shorter than two minutes, after which coding agents end a command.
 */
const DEFAULT_TIMEOUT = 100

/** Adds `exhibit wait` and `exhibit watch`. */
export function addWait(program: Command): void {
  reviewOptions(program.command('wait'))
    .summary('Wait until a person comments or decides')
    .description(
      'Waits until a person comments on the review or decides it, and prints that and what to do next. ' +
        'What happened since the last push or reply of this token counts. Ends with exit code 5 when the ' +
        'time has passed, and says whether to wait on.',
    )
    .option('--timeout <seconds>', 'how long to wait', seconds, DEFAULT_TIMEOUT)
    .option('--since <cursor>', 'what happened after this cursor counts')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<Options & { timeout: number }>()
      const { output, deadline, ...wait } = await openWait(options, options.timeout)
      const news = await waitForNews(wait, options.since, deadline)
      const nextCommand = nextCommandOf(news.nextAction, options, news.threads)
      if (news.changed) {
        output.result({ ...news, nextCommand }, formatNews(news))
        if (nextCommand !== null) output.note(`Next: ${nextCommand}`)
        return
      }
      const error = describeError(ranOut(options.timeout, news, nextCommand))
      output.result({ ...news, nextCommand, error }, '')
      output.note(`exhibit: ${oneLine(error)}`)
      process.exitCode = error.exitCode
    })

  reviewOptions(program.command('watch'))
    .summary('Print what people do as it happens, until the review is verified or deleted')
    .description('Prints the present state, then one entry for each change, with --json one document a line.')
    .option('--since <cursor>', 'what happened after this cursor counts')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const { output, deadline, ...wait } = await openWait(options, Infinity)
      let news = await waitForNews(wait, options.since, Date.now())
      for (;;) {
        const nextCommand = nextCommandOf(news.nextAction, options, news.threads)
        output.result({ ...news, nextCommand }, formatNews(news))
        if (news.nextAction.action === 'done' || news.nextAction.action === 'stop') return
        news = await waitForNews(wait, news.cursor, deadline)
      }
    })
}

/** A review to wait for, and the client of its server. */
interface Wait {
  api: Api
  outages: Outages
  id: string
}

/**
 * Finds the review like `openReviewSession`, but retries during outages. Returns the deadline, which is
 * `timeout` seconds after the sign-in, so that the time that a person needs to sign in does not count.
 */
async function openWait(
  options: Options,
  timeout: number,
): Promise<Wait & { output: Output; deadline: number }> {
  await requireNamedReview(options)
  const { api, output } = await openSession(options)
  const deadline = Date.now() + timeout * 1000
  const outages = createOutages(api.server, output, deadline)
  return { api, output, deadline, outages, id: await outages.survive(() => findReview(api, options)) }
}

/**
 * Returns the first response that contains new activity. If there is none until the deadline (epoch
 * milliseconds), returns the last response.
 */
async function waitForNews(
  { api, outages, id }: Wait,
  since: string | undefined,
  deadline: number,
): Promise<News> {
  for (let cursor = since; ;) {
    const response = await outages.survive(signal => {
      const left = Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
      const query = { since: cursor, seconds: Math.min(limits.waitSeconds, left), fields: 'compact' as const }
      return api.callNow('GET /v1/reviews/{id}/wait', { params: { id }, query, signal })
    })
    if (response.changed || Date.now() >= deadline)
      return { ...response, threads: compactThreads(response.threads) }
    cursor = response.cursor
  }
}

/**
 * Returns the failure of a wait that ended without new activity. If the agent must act next, the hint
 * contains the next action, because waiting longer does not help.
 */
function ranOut(seconds: number, { status, nextAction }: News, nextCommand: string | null): Failure {
  const isWaiting = nextAction.action === 'wait_for_person'
  return new Failure(
    'wait_ran_out',
    `No comment or verdict arrived within ${seconds} s.`,
    isWaiting
      ? 'Run the same command again to go on waiting.'
      : describeNextStep({ reviewStatus: status, nextAction, nextCommand }),
    exitCodes.waitRanOut,
  )
}

const formatNews = (news: News) =>
  [
    describeState(news),
    ...(news.decisionComment === null ? [] : [`With the verdict: ${news.decisionComment}`]),
    ...threadsWithNews(news.nextAction, news.threads).map(formatThread),
  ].join('\n\n')
