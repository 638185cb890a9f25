import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { ApiError, type ApiResponse } from '#shared/client'
import type { CompactThread } from '#shared/contract/thread'
import { pictureWidths } from '#shared/contract/media-types'
import type { Api } from '../api'
import { requireId } from '../change/review'
import { Failure } from '../failure'
import { compactThread, compactThreads } from '#shared/review/compact-thread'
import { formatThread } from '#shared/review/format-thread'
import { commandLine, quoted } from '../next-step'
import { programName } from '../package-info'
import { privateFolder } from '../account/private-folder'
import { openSession, type GlobalOptions } from '../account/session'
import { reviewOptions } from './review-options'

interface Options extends GlobalOptions {
  out?: string
  width: string
  both?: boolean
}

/** Adds `exhibit view`. */
export function addView(program: Command): void {
  reviewOptions(program.command('view'))
    .summary('Save the marked part of the image that a thread is about')
    .argument('<thread>', 'its id or address')
    .option('--out <file>', 'where to save it (default: in a temporary folder that only you may read)')
    .option('--both', 'add the same part of the latest revision, to check a fix')
    .addOption(new Option('--width <pixels>', 'of its longest side').choices(pictureWidths).default('1024'))
    .action(async (argument: string, _options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const id = requireId(argument, 'thread')
      const { api, output } = await openSession(options)
      const thread = await api.call('GET /v1/threads/{id}', { params: { id } })
      if (!thread.pictureUrl)
        throw new Failure(
          'no_picture',
          `The thread ${id} marks no image.`,
          `Run "${programName()} feedback --review ${thread.reviewId}" to read it.`,
        )
      const on = options.both ? 'both' : 'pinned'
      const response = await api
        .read(`/v1/threads/${id}/picture?w=${options.width}&on=${on}`)
        .catch((error: unknown) => {
          throw options.both && error instanceof ApiError && error.status === 409 ? notRevised(error) : error
        })
      const extension = response.headers.get('content-type') === 'image/jpeg' ? 'jpg' : 'png'
      const name = options.both ? `${id}-both` : id
      const path = resolve(options.out ?? join(await privateFolder(), `${name}.${extension}`))
      const replaced = await exists(path)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, response.body, { mode: 0o600 })
      const halves = options.both ? await halvesOf(api, thread) : null
      const { thread: claimed, warnings } = await claim(api, thread)
      const compact = compactThread(claimed)
      const nextCommand =
        thread.status === 'open'
          ? replyCommand([compact, ...(await otherOpenThreads(api, thread))], thread.reviewId, options)
          : null
      output.result(
        { path, replaced, crop: cropOf(response), ...halves, thread: compact, warnings, nextCommand },
        path,
      )
      for (const { message } of warnings) output.note(`exhibit: ${message}`)
      if (replaced) output.note('It takes the place of an earlier file.')
      if (halves)
        output.note(
          `Left: revision ${halves.left.revision}, with the mark. ` +
            `Right: revision ${halves.right.revision}, the latest.`,
        )
      output.note(formatThread(compact))
      if (nextCommand !== null) output.note(`Next, once it is fixed: ${nextCommand}${orShot(compact)}`)
    })
}

/**
 * Marks an open thread as claimed by this agent, so that people and other agents see who works on it. Returns
 * the thread, and a warning if another agent works on it. Does nothing if the token may not reply.
 */
async function claim(api: Api, thread: Thread) {
  if (thread.status !== 'open') return { thread, warnings: [] }
  try {
    const params = { id: thread.threadId }
    return { thread: await api.call('POST /v1/threads/{id}/claim', { params, body: {} }), warnings: [] }
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404, 409].includes(error.status)) throw error
    const warnings = error.status === 409 ? [{ code: 'claimed', message: error.message }] : []
    return { thread, warnings }
  }
}

/** Returns a hint that `exhibit shot` can also reply to the thread; empty if the picture is not of a page. */
const orShot = ({ elements }: CompactThread): string =>
  elements === undefined ? '' : ` (or the same "${programName()} shot" with --address)`

/** The maximum number of threads to which the next command replies. */
const MAX_ADDRESSED = 10

/** Returns the other open threads of the review, because one push can reply to all of them. */
async function otherOpenThreads(api: Api, { reviewId: id, threadId }: Thread): Promise<CompactThread[]> {
  const query = { status: 'open', fields: 'compact' } as const
  const { threads } = await api.call('GET /v1/reviews/{id}/threads', { params: { id }, query })
  return compactThreads(threads).filter(each => each.threadId !== threadId)
}

/** Returns the command that replies to threads with new pictures. */
function replyCommand(threads: CompactThread[], review: string, options: Options): string {
  const addressed = threads.slice(0, MAX_ADDRESSED)
  const files = new Set(addressed.flatMap(each => each.artifactId ?? [])).size > 1 ? 'FILES' : 'FILE'
  const replies = addressed.map(each => `--address ${quoted(each.threadId)}="WHAT CHANGED"`).join(' ')
  return commandLine(`push ${files} ${replies}`, { ...options, review })
}

const notRevised = ({ code, message }: ApiError) =>
  new Failure(code, message, 'Push a revision under the same title first, or leave --both out.')

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Returns the part of the image that the response shows, in pixels of the image, and the number of response
 * pixels per image pixel. Returns null if the response has no header with these numbers.
 */
function cropOf({ headers }: { headers: Headers }): Record<string, number> | null {
  const header = headers.get('x-picture-part')
  if (header === null) return null
  const numbers = header.split(', ').map(each => each.split('='))
  return Object.fromEntries(numbers.map(([name = '', value]) => [name, Number(value)]))
}

type Thread = ApiResponse<'GET /v1/threads/{id}'>

/** Returns the numbers of the revisions that the left and right half of a comparison show. */
async function halvesOf(api: Api, { artifactId, revision, reviewId: id }: Thread) {
  const { artifacts } = await api.call('GET /v1/reviews/{id}', { params: { id } })
  const latest = artifacts.find(each => each.id === artifactId)?.currentRevision?.index ?? null
  return { left: { revision }, right: { revision: latest } }
}
