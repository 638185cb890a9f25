import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListMultipartUploadsCommandOutput,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3'
import type { BlobEntry } from '../driver'
import { BlobMissingError } from '../errors'
import { isBlobKey } from '../keys'
import { statusOf } from './errors'
import { request, type S3Store } from './store'

/** Lists the blobs whose key starts with a prefix. */
export async function* listObjects(store: S3Store, prefix: string): AsyncIterable<BlobEntry> {
  let page: ListObjectsV2CommandOutput | undefined
  do {
    const command: ListObjectsV2Command = new ListObjectsV2Command({
      Bucket: store.bucket,
      Prefix: store.prefix + prefix,
      ContinuationToken: page?.NextContinuationToken,
    })
    page = await request(store, abortSignal => store.client.send(command, { abortSignal }))
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      const key = Key?.slice(store.prefix.length) ?? ''
      if (isBlobKey(key)) yield { key, bytes: Size ?? 0, modifiedAt: LastModified?.getTime() ?? Date.now() }
    }
  } while (page.NextContinuationToken !== undefined)
}

/** Aborts the multipart uploads that began before the given time. Returns the number of aborted uploads. */
export async function abortUploads(store: S3Store, startedBefore: number): Promise<number> {
  let aborted = 0
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    page = await listUploads(store, page)
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (Initiated === undefined || Initiated.getTime() > startedBefore) continue
      const command = new AbortMultipartUploadCommand({ Bucket: store.bucket, Key, UploadId })
      await request(store, abortSignal => store.client.send(command, { abortSignal })).catch(ignoreMissing)
      aborted += 1
    }
  } while (page?.IsTruncated)
  return aborted
}

/** Returns a page of the list of unfinished uploads; undefined if the store does not support this list. */
export async function listUploads(
  store: S3Store,
  after?: ListMultipartUploadsCommandOutput,
): Promise<ListMultipartUploadsCommandOutput | undefined> {
  const command = new ListMultipartUploadsCommand({
    Bucket: store.bucket,
    // An empty prefix is not sent, because some stores treat the empty string as a key.
    Prefix: store.prefix || undefined,
    KeyMarker: after?.NextKeyMarker,
    UploadIdMarker: after?.NextUploadIdMarker,
  })
  try {
    return await request(store, abortSignal => store.client.send(command, { abortSignal }))
  } catch (error) {
    if (isNotImplemented(error)) return undefined
    throw error
  }
}

/** Returns whether an error means that the store does not implement an operation. */
function isNotImplemented(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return statusOf(cause) === 501 || statusOf(cause) === 405
}

/** For use in `catch`: ignores the error for an upload that was finished or aborted after it was listed. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof BlobMissingError)) throw error
}
