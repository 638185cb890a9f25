import { InvalidArgumentError, type Command } from 'commander'
import pLimit from 'p-limit'
import { limits } from '#shared/contract/kit/limits'
import type { ApiResponse } from '#shared/client'
import { onOneLine } from '#shared/text/printable'
import type { Api } from '../api'
import { noProject, projectOption } from '../change/project'
import { describeNextStep, describeStatus, readNextStep, type NextStep } from '../next-step'
import { openSession, type GlobalOptions } from '../account/session'

interface Options extends GlobalOptions {
  project?: string
  limit: number
  cursor?: string
}

type Page = ApiResponse<'GET /v1/reviews'>
type Review = Page['reviews'][number]
/** A review with its next step. The next step is missing if the token lacks `feedback:read`. */
type ListedReview = Review & Partial<NextStep>

const DEFAULT_LIMIT = 20
/** The number of reviews whose next step is read at the same time. */
const PARALLEL = 4

/** Adds `exhibit list`. */
export function addList(program: Command): void {
  program
    .command('list')
    .summary('List reviews with what to do next, the newest first')
    .description('Lists the reviews of the projects that the token has access to, a page at a time.')
    .option(
      '--project <slug>',
      'only reviews of a project, by slug or id (default: EXHIBIT_PROJECT, else all)',
    )
    .option('--limit <count>', 'the number of reviews in a page', count, DEFAULT_LIMIT)
    .option('--cursor <id>', 'the nextCursor of the page before')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const { api, output } = await openSession(options)
      const { reviews, nextCursor } = await readPage(api, options)
      const { json, server } = options
      const limit = pLimit(PARALLEL)
      const listed = await limit.map(reviews, async (review): Promise<ListedReview> => {
        const next = await readNextStep(api, review.id, { json, server, review: review.id })
        return { ...review, ...next }
      })
      output.result({ reviews: listed, nextCursor }, listed.map(format).join('\n\n') || 'No reviews.')
      if (nextCursor !== null) output.note(`There are more: add --cursor ${nextCursor} to the same command.`)
    })
}

/** Returns a page of reviews. Throws if the named project does not exist. */
async function readPage(api: Api, { limit, cursor, ...options }: Options): Promise<Page> {
  const project = projectOption(options)
  const page = await api.call('GET /v1/reviews', { query: { project, limit, cursor } })
  if (project === undefined || page.reviews.length > 0) return page
  const { projects } = await api.call('GET /v1/projects', { query: { project, limit: 1 } })
  if (projects.length === 0) throw await noProject(api, project)
  return page
}

function format({ id, title, externalRef, status, url, ...next }: ListedReview): string {
  const reference = externalRef === null ? '' : ` (${onOneLine(externalRef)})`
  const state = isRead(next) ? describeNextStep(next) : describeStatus(status)
  return [`${id} "${onOneLine(title)}"${reference}`, `  ${state}`, `  ${url}`].join('\n')
}

const isRead = (next: Partial<NextStep>): next is NextStep => next.nextAction !== undefined

function count(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= limits.pageSize) return value
  throw new InvalidArgumentError(`Give a whole number from 1 to ${limits.pageSize}.`)
}
