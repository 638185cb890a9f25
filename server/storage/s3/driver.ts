import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { defineBlobDriver, type DirectAccess } from '../driver'
import { BlobMissingError } from '../errors'
import { assertBlobKey } from '../keys'
import { abortUploads, listObjects } from './list'
import { openObject } from './read'
import { request, type S3Store } from './store'
import { writeObject } from './write'

interface Options {
  store: S3Store
  direct?: DirectAccess
  /** The size of a part in bytes: at least 5 MiB. A larger blob is sent in several parts. */
  partBytes?: number
}

/**
 * Stores blobs as objects in an S3 bucket. When a write is finished, S3 guarantees that it is durable and
 * visible.
 */
export const s3Driver = defineBlobDriver(({ store, direct, partBytes }: Options) => {
  const target = (key: string) => {
    assertBlobKey(key)
    return { Bucket: store.bucket, Key: store.objectKey(key) }
  }
  return {
    name: 'exhibit-s3',
    options: { bucket: store.bucket, prefix: store.prefix },
    async writeStream(key, source, expected) {
      assertBlobKey(key)
      await writeObject(store, key, source, expected, partBytes)
    },
    async open(key, known) {
      assertBlobKey(key)
      return openObject(store, key, known?.size)
    },
    list: (prefix = '') => listObjects(store, prefix),
    async getMeta(key) {
      const command = new HeadObjectCommand(target(key))
      try {
        const head = await request(store, abortSignal => store.client.send(command, { abortSignal }), { key })
        return { size: head.ContentLength ?? 0, mtime: head.LastModified ?? new Date() }
      } catch (error) {
        if (error instanceof BlobMissingError) return null
        throw error
      }
    },
    async removeItem(key) {
      const command = new DeleteObjectCommand(target(key))
      await request(store, abortSignal => store.client.send(command, { abortSignal }), { key })
    },
    direct,
    removeUnfinished: olderThanMs => abortUploads(store, Date.now() - olderThanMs),
  }
})
