import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '~~/server/settings'
import { openBlobs, openDriver } from '~~/server/storage/open'
import { s3Credentials, startS3, type TestS3 } from '../../support/deployment/s3'
import { startStub } from '../../support/stubs/http-stub'

describe('openBlobs', () => {
  let s3: TestS3
  let folder: string
  beforeAll(async () => {
    s3 = await startS3()
    folder = await mkdtemp(join(tmpdir(), 'exhibit blobs-'))
  })
  afterAll(async () => {
    await s3.stop()
    await rm(folder, { recursive: true })
  })
  afterEach(() => vi.unstubAllEnvs())

  const stubEnv = (changes: Record<string, string> = {}) => {
    // Prevents the test from using an AWS profile or metadata service of this machine.
    const none = { AWS_SHARED_CREDENTIALS_FILE: '/dev/null', AWS_CONFIG_FILE: '/dev/null' }
    const env = { ...none, AWS_EC2_METADATA_DISABLED: 'true', ...s3Credentials, ...changes }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  }

  it.each(['path', 'file address'])('openBlobs stores blobs in the folder of a %s', async kind => {
    const blobs = await openBlobs(kind === 'path' ? folder : pathToFileURL(folder).href)
    await blobs.setItemRaw('rvs_1/original-a', Buffer.from('x'))
    expect((await stat(join(folder, 'rvs_1/original-a'))).size).toBe(1)
    await blobs.removeItem('rvs_1/original-a')
  })

  it('openBlobs stores blobs only below the prefix of an s3 URL', async () => {
    stubEnv()
    const blobs = await openBlobs(s3.address('some/prefix'))
    expect(await s3.objects()).toEqual([])
    await blobs.setItemRaw('rvs_1/original-a', Buffer.from('x'))
    expect(await s3.objects()).toEqual(['some/prefix/rvs_1/original-a'])
  })

  it('openBlobs creates temporary URLs of the store with the requested headers', async () => {
    stubEnv()
    const blobs = await openBlobs(s3.address('direct'))
    await blobs.setItemRaw('rvs_1/embed-a', Buffer.from('hello'))
    expect(blobs.direct?.origin).toBe(s3.endpoint)
    const contentDisposition = 'inline; filename="a b.png"'
    const options = { contentType: 'image/png', contentDisposition, seconds: 300 }
    const address = (await blobs.direct?.addressOf('rvs_1/embed-a', options)) ?? ''
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('300')
    const response = await fetch(address)
    expect(await response.text()).toBe('hello')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': contentDisposition,
      'cache-control': 'private, max-age=300',
    })
    expect((await openBlobs(folder)).direct).toBeUndefined()
  })

  it.each([
    ['ftp://host/blobs', 'BLOB_URL: there is no driver for ftp:'],
    ['file:blobs', 'BLOB_URL: file:blobs is not an absolute path; write file:///folder'],
    ['file://blobs', 'BLOB_URL: file://blobs is not an absolute path'],
    ['s3:', 'BLOB_URL: the bucket is missing; write s3://bucket/prefix?region=…&endpoint=…'],
    ['s3://x', 'BLOB_URL: the bucket is missing'],
    ['s3://bucket?acl=public', 'BLOB_URL: there is no parameter acl; use region, endpoint, pathStyle'],
    ['s3://bucket?region=a&region=b', 'BLOB_URL: the parameter region is given twice'],
    ['s3://bucket?pathStyle=maybe', 'BLOB_URL: the parameter pathStyle must be on or off'],
    ['s3://bucket?endpoint=minio:9000', 'BLOB_URL: the endpoint is not an http or https address'],
    [
      's3://key:secret@bucket',
      'BLOB_URL: an s3:// address must not contain credentials; set AWS_ACCESS_KEY_ID',
    ],
    ['s3://bucket/a%20b', 'BLOB_URL: a prefix consists of letters'],
  ])('openBlobs rejects %s with a message of one line', async (url, message) => {
    await expect(openBlobs(url)).rejects.toThrow(message)
    const fault = await openBlobs(url).catch((error: Error) => error.message)
    expect(fault).not.toMatch(/\n|secret@/)
  })

  it.each(['ftp://host/blobs', 'file:blobs', 'file:///a%2Fb', 's3:'])(
    'openDriver rejects %s with the name of the setting or argument that has this URL',
    async url => {
      await expect(openDriver(url, '--blobs')).rejects.toThrow(/^Cannot start: --blobs: /)
    },
  )

  it.each([
    [
      'a bucket that does not exist',
      (address: string) => address.replace('exhibit-test', 'other-bucket'),
      {},
      /^Cannot start: BLOB_URL: the bucket other-bucket does not exist at 127\.0\.0\.1:\d+; create it/,
    ],
    [
      'credentials that the store does not know',
      (address: string) => address,
      { AWS_ACCESS_KEY_ID: 'other' },
      /rejects the credentials \(InvalidAccessKeyId\); correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
    ],
    [
      'no credentials',
      (address: string) => address,
      { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
      /there are no AWS credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE/,
    ],
    [
      'an endpoint where no store listens',
      () => 's3://bucket?endpoint=http://127.0.0.1:1',
      {},
      /127\.0\.0\.1:1 does not respond \(ECONNREFUSED\); correct the endpoint, or start the store/,
    ],
    [
      'no region and no endpoint',
      () => 's3://bucket',
      {},
      /BLOB_URL: there is no region; add \?region=…, or set AWS_REGION/,
    ],
  ])('openBlobs rejects %s, and states the remedy in one line', async (_, addressFrom, env, message) => {
    stubEnv(env)
    const fault = await openBlobs(addressFrom(s3.address())).catch((error: Error) => error.message)
    expect(fault).toMatch(message)
    expect(fault).not.toContain('\n')
  })
})

describe('a store with a fault', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('openBlobs reports the error response of a store in one line', async () => {
    for (const [name, value] of Object.entries({ ...s3Credentials, AWS_MAX_ATTEMPTS: '1' }))
      vi.stubEnv(name, value)
    const store = await startStub((_, response) => {
      response.statusCode = 500
      response.end('<Error><Code>InternalError</Code><Message>broken</Message></Error>')
    })
    onTestFinished(store.stop)
    const fault = await openBlobs(`s3://bucket?endpoint=${store.url}`).catch((error: Error) => error.message)
    expect(fault).toMatch(/^Cannot start: BLOB_URL: 127\.0\.0\.1:\d+ responds 500 \(InternalError\); look /)
    expect(fault).not.toContain('\n')
  })
})

describe('BLOB_REDIRECT', () => {
  it.each([undefined, './blobs', 'file:///blobs'])(
    'BLOB_REDIRECT is rejected if BLOB_URL is the folder %s',
    BLOB_URL => {
      expect(() => readSettings({ BLOB_REDIRECT: 'on', BLOB_URL })).toThrow(
        'Cannot start: BLOB_REDIRECT: needs BLOB_URL to be an s3:// address; leave it off for a folder',
      )
    },
  )
})
