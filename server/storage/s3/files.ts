import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3'
import type { BlobDriver, BlobUse } from '../driver'
import { BlobMissingError } from '../errors'
import { parseS3Address } from './address'
import { checkStore } from './check'
import { s3Driver } from './driver'
import { openObject } from './read'
import { createStore, request } from './store'
import { writeObject } from './write'

/**
 * Access to files under a prefix of a bucket. The files may have any names. The blobs are under the same
 * prefix.
 */
export interface BucketFiles {
  blobs: BlobDriver
  /**
   * Returns the names of the files that are directly under the prefix. For longer keys, returns their first
   * segment.
   */
  list: () => Promise<string[]>
  /** Returns the text of a file; null if it does not exist. */
  read: (name: string) => Promise<string | null>
  /** Opens a file; null if it does not exist. */
  stream: (name: string) => Promise<Readable | null>
  write: (name: string, source: Readable, size: number) => Promise<void>
  remove: (name: string) => Promise<void>
}

/** Opens the prefix of an `s3://` URL. Throws a SettingsError that contains the name `setting`. */
export async function openBucketFiles(address: string, setting: string, use: BlobUse): Promise<BucketFiles> {
  const store = createStore(parseS3Address(address, setting))
  await checkStore(store, setting, use)
  const open = async (name: string) => {
    try {
      return (await openObject(store, name)).stream()
    } catch (error) {
      if (error instanceof BlobMissingError) return null
      throw error
    }
  }
  return {
    blobs: s3Driver({ store }),
    async list() {
      const names: string[] = []
      let page: ListObjectsV2CommandOutput | undefined
      do {
        const command: ListObjectsV2Command = new ListObjectsV2Command({
          Bucket: store.bucket,
          Prefix: store.prefix,
          Delimiter: '/',
          ContinuationToken: page?.NextContinuationToken,
        })
        page = await request(store, abortSignal => store.client.send(command, { abortSignal }))
        const keys = page.Contents?.map(({ Key = '' }) => Key) ?? []
        const folders = page.CommonPrefixes?.map(({ Prefix = '' }) => Prefix.replace(/\/$/, '')) ?? []
        names.push(...[...keys, ...folders].map(key => key.slice(store.prefix.length)))
      } while (page.NextContinuationToken !== undefined)
      return names.filter(name => name !== '')
    },
    async read(name) {
      const stream = await open(name)
      return stream && text(stream)
    },
    stream: open,
    write: (name, source, size) => writeObject(store, name, source, { size }),
    async remove(name) {
      const command = new DeleteObjectCommand({ Bucket: store.bucket, Key: store.objectKey(name) })
      await request(store, abortSignal => store.client.send(command, { abortSignal }))
    },
  }
}
