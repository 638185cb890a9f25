import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import { SettingsError } from '~~/server/settings/error'
import { UnavailableError } from '~~/server/errors/unavailable'
import type { BlobUse } from '../driver'
import { listUploads } from './list'
import { request, type S3Store } from './store'

/** The error codes for wrong credentials. If only a permission is missing, the store sends other codes. */
const CREDENTIAL_CODES = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
]
const REGION_CODES = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]

/**
 * Checks that the bucket permits the operations that the server needs. With the use `reading`, only lists
 * objects. Otherwise also writes, reads and deletes a tiny object. Throws a SettingsError that contains the
 * name of the setting and a remedy. Accepts a store without free space, because the server can still read.
 */
export async function checkStore(store: S3Store, setting: string, use: BlobUse): Promise<void> {
  const { client, bucket, prefix } = store
  // This key is not a valid blob key, so that the object does not appear in lists of blobs.
  const probe = { Bucket: bucket, Key: `${prefix}.write-test-${randomUUID()}` }
  const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
  const put = new PutObjectCommand({ ...probe, Body: 'x' })
  const steps: [permission: string, run: () => Promise<unknown>][] = [
    ['s3:ListBucket', () => request(store, abortSignal => client.send(list, { abortSignal }))],
    ['s3:PutObject', () => request(store, abortSignal => client.send(put, { abortSignal }))],
    [
      's3:GetObject',
      async () => {
        const get = new GetObjectCommand(probe)
        const { Body } = await request(store, abortSignal => client.send(get, { abortSignal }))
        await Body?.transformToByteArray()
      },
    ],
    [
      's3:DeleteObject',
      () => request(store, abortSignal => client.send(new DeleteObjectCommand(probe), { abortSignal })),
    ],
    ['s3:ListBucketMultipartUploads', () => listUploads(store)],
  ]
  const needed = use === 'reading' ? steps.slice(0, 1) : steps
  for (const [permission, run] of needed) {
    try {
      await run()
    } catch (error) {
      if (isOutOfSpace(error)) return
      throw new SettingsError([`${setting}: ${await faultOf(store, error, permission)}`])
    }
  }
}

/** Returns the reason why a bucket rejected a request, and a remedy. */
async function faultOf({ client, bucket }: S3Store, error: unknown, permission: string): Promise<string> {
  const endpoint = await client.config.endpoint?.().catch(() => undefined)
  const host = endpoint ? `${endpoint.hostname}${endpoint.port ? `:${endpoint.port}` : ''}` : 'AWS'
  const cause = error instanceof UnavailableError ? error.cause : error
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name
  const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined
  if (name === 'NoSuchBucket')
    return `the bucket ${bucket} does not exist at ${host}; create it or name another`
  if (name === 'CredentialsProviderError')
    return `there are no AWS credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE`
  if (CREDENTIAL_CODES.includes(name))
    return `${host} rejects the credentials (${name}); correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`
  if (REGION_CODES.includes(name))
    return `the bucket ${bucket} is in another region (${name}); add its region as ?region=…`
  if (/region is missing/i.test(message)) return 'there is no region; add ?region=…, or set AWS_REGION'
  if (status === 403)
    return `the bucket ${bucket} at ${host} does not allow ${permission} (${name}); allow it in its policy`
  if (error instanceof UnavailableError && status !== undefined)
    return `${host} responds ${status} (${name}); look into the log of the store, or correct the endpoint`
  if (error instanceof UnavailableError)
    return `${host} does not respond (${code || message}); correct the endpoint, or start the store`
  return `the bucket ${bucket} at ${host} cannot be used (${name}: ${message}); name a bucket of an S3 store`
}
