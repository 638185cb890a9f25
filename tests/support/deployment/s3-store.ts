import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type S3rver from 's3rver'
import type { Context } from 's3rver'

/**
 * Adds behavior of S3 that s3rver lacks. An object is stored completely or not at all, even if the client
 * disconnects. A range may end at the first byte. Unfinished uploads can be listed and aborted. More than
 * 1,000 objects can be listed, for which s3rver needs a cipher that Node no longer has. Requests may have any
 * date.
 */
export function completeS3rver(server: S3rver): void {
  const { store } = server
  const getObject = store.getObject.bind(store)
  const deleteObject = store.deleteObject.bind(store)
  const inTurn = queue()

  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, 'object')
    const source = content instanceof Readable ? content : Readable.from([content])
    return receive(source, join(store.getResourcePath(bucket, undefined, 'incoming'), randomUUID()), {
      commit: (unfinished, md5) =>
        inTurn(async () => {
          await mkdir(dirname(path), { recursive: true })
          await rename(unfinished, path)
          await store.putMetadata(bucket, key, metadata, md5)
        }),
    })
  }
  store.putPart = async (bucket, uploadId, part, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, part)
    return receive(content, `${path}.incoming`, {
      async commit(unfinished, md5) {
        await rename(unfinished, path)
        await writeFile(`${path}.md5`, md5)
      },
    })
  }
  store.deleteObject = (bucket, key) => inTurn(() => deleteObject(bucket, key))
  // Converts the end 0 to text, because s3rver treats the number 0 like a missing end.
  store.getObject = (bucket, key, options) =>
    getObject(bucket, key, options?.end === 0 ? { ...options, end: '0' } : options)

  // The clock of a server under test may be ahead, so the date of the request is replaced.
  server.middleware.unshift((context, next) => {
    if (context.headers['x-amz-date']) context.headers['x-amz-date'] = basicFormat(new Date())
    return next()
  })
  server.middleware.splice(-1, 0, async (context, next) => {
    const [, bucket = '', ...rest] = context.path.split('/')
    const uploads = store.getResourcePath(bucket, undefined, 'uploads')
    if (context.method === 'GET' && rest.join('/') === '') {
      if ('uploads' in context.query) return listUploads(context, uploads)
      if (context.query['list-type'] === '2') return listInPages(context, next)
    }
    if (context.method === 'DELETE' && context.query.uploadId) {
      await rm(join(uploads, context.query.uploadId), { recursive: true, force: true })
      context.status = 204
      return
    }
    await next()
  })
}

/** Returns a time in the basic format of ISO 8601, such as 20260102T030405Z. */
const basicFormat = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** Writes a body to a file, and calls `commit` when the whole body has arrived. */
async function receive(
  source: Readable,
  unfinished: string,
  { commit }: { commit: (unfinished: string, md5: string) => Promise<void> },
): Promise<{ size: number; md5: string }> {
  const hash = createHash('md5')
  let size = 0
  await mkdir(dirname(unfinished), { recursive: true })
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      },
      createWriteStream(unfinished),
    )
    const md5 = hash.digest('hex')
    await commit(unfinished, md5)
    return { size, md5 }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function listUploads(context: Context, folder: string): Promise<void> {
  const ids = await readdir(folder).catch(() => [])
  const uploads = await Promise.all(
    ids.map(async id => ({
      Key: String(await readFile(join(folder, id, 'key'))),
      UploadId: id,
      Initiated: (await stat(join(folder, id, 'key'))).mtime.toISOString(),
    })),
  )
  const prefix = context.query.prefix ?? ''
  const Upload = uploads.filter(each => each.Key.startsWith(prefix))
  context.body = { ListMultipartUploadsResult: { IsTruncated: false, Upload } }
}

interface Listed {
  ListBucketResult: {
    IsTruncated: boolean
    Contents: { Key: string }[]
    NextContinuationToken?: string
  }
}

/**
 * Implements version 2 of the list operation with version 1. The last key of a page is the continuation
 * token.
 */
async function listInPages(context: Context, next: () => Promise<void>): Promise<void> {
  const { 'list-type': _type, 'continuation-token': marker, ...query } = context.query
  context.query = { ...query, ...(marker !== undefined && { marker }) }
  await next()
  const { ListBucketResult: result } = context.body as Listed
  if (result.IsTruncated) result.NextContinuationToken = result.Contents.at(-1)?.Key
}

/** Returns a function that runs tasks one after another. */
function queue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const run = last.then(task, task)
    last = run
    return run
  }
}
