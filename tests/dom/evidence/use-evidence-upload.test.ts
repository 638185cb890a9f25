import { expect, test, vi } from 'vitest'
import { useEvidenceUpload, type UploadJob } from '~/evidence/use-evidence-upload'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { fakeTimers } from '../../support/dom/browser'
import { artifact, completion, declaration } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'
import { png, stubImages, stubUploads } from '../../support/dom/uploads'

const DECLARE = 'POST /v1/artifacts/uploads'
const COMPLETE = 'POST /v1/artifacts/{id}/complete'
const DISCARD = 'DELETE /api/artifacts/{id}'

async function mountUpload(size: { width: number; height: number } | null = { width: 12, height: 8 }) {
  stubImages(size)
  const api = stubApi({
    [DECLARE]: () => declaration('n'),
    'POST /v1/artifacts/{id}/revisions': () => declaration('a'),
    [COMPLETE]: () => completion(artifact('n')),
    [DISCARD]: () => undefined,
  })
  const sent = stubUploads()
  const { result } = await mountInNuxt(() => useEvidenceUpload('rev_1'))
  const job: UploadJob = { file: png('a'), mime: 'image/png', title: 'A' }
  const stop = new AbortController()
  const progress = { signal: stop.signal, onDeclared: vi.fn(), onProgress: vi.fn(), onChecking: vi.fn() }
  return {
    ...result,
    api,
    sent,
    job,
    stop,
    progress,
    sentFiles: (n: number) => until(() => expect(sent).toHaveLength(n)),
  }
}

test('an upload declares the file, sends the bytes and completes the revision', async () => {
  const { upload, api, sent, job, progress, sentFiles } = await mountUpload()
  const done = upload(job, progress)
  await sentFiles(1)
  expect(progress.onDeclared).toHaveBeenCalledWith('rvs_1n')
  expect([sent[0]?.path, sent[0]?.body]).toEqual(['/v1/uploads/token_n', job.file])
  expect(progress.onChecking).not.toHaveBeenCalled()
  sent[0]?.respond(200)
  expect((await done).artifactId).toBe('art_n')
  expect(api.bodies(DECLARE)).toEqual([
    { reviewId: 'rev_1', kind: 'image', title: 'A', mime: 'image/png', bytes: job.file.size },
  ])
  expect(api.bodies(COMPLETE)).toEqual([{ revisionId: 'rvs_1n', width: 12, height: 8 }])
})

test('an upload is declared with the type of its bytes, whatever its name is', async () => {
  const { upload, api, job, progress, sentFiles } = await mountUpload()
  const named = (bytes: string) => new File([bytes], 'a.mp4', { type: 'video/mp4' })
  for (const bytes of ['\0\0\0\u0014ftypqt  \0\0\0\0qt  ', 'GIF89a', 'neither'])
    void upload({ ...job, file: named(bytes), mime: 'video/mp4', media: { poster: null } }, progress)
  await sentFiles(3)
  expect(api.bodies(DECLARE).map(body => (body as { mime: string }).mime)).toEqual([
    'video/quicktime',
    'video/mp4',
    'video/mp4',
  ])
})

test('a file that the browser cannot decode is uploaded without width and height', async () => {
  const { upload, api, sent, job, progress, sentFiles } = await mountUpload(null)
  const done = upload(job, progress)
  await sentFiles(1)
  sent[0]?.respond(200)
  await done
  expect(api.bodies(COMPLETE)).toEqual([{ revisionId: 'rvs_1n' }])
})

test('an upload of a new revision is declared with the id of its artifact', async () => {
  const { upload, api, sent, job, progress, sentFiles } = await mountUpload()
  void upload({ ...job, revises: 'art_a' }, progress)
  await sentFiles(1)
  expect(api.calls.map(each => [each.operation, each.params.id])).toEqual([
    ['POST /v1/artifacts/{id}/revisions', 'art_a'],
  ])
  expect(sent).toHaveLength(1)
})

test('a retry after a failed completion does not send the bytes again', async () => {
  const { upload, api, sent, job, progress, sentFiles } = await mountUpload()
  api.on({
    [COMPLETE]: () => {
      throw new ErrorResponse('internal_error')
    },
  })
  const failed = upload(job, progress)
  await sentFiles(1)
  sent[0]?.respond(200)
  await expect(failed).rejects.toMatchObject({ code: 'internal_error' })
  api.on({ [COMPLETE]: () => completion(artifact('n')) })
  await upload(job, progress)
  expect([sent.length, api.bodies(DECLARE).length]).toEqual([1, 1])
})

test('an upload continues if the server responds that it already has the bytes', async () => {
  const { upload, sent, job, progress, sentFiles } = await mountUpload()
  const done = upload(job, progress)
  await sentFiles(1)
  sent[0]?.respond(409, { error: 'already_used', message: 'Used.', hint: null })
  await expect(done).resolves.toBeDefined()
})

test('after an upload URL has expired, the next attempt declares the file again', async () => {
  const { upload, api, sent, job, progress, sentFiles } = await mountUpload()
  const failed = upload(job, progress)
  await sentFiles(1)
  sent[0]?.respond(410, { error: 'expired', message: 'Expired.', hint: null })
  await expect(failed).rejects.toMatchObject({ code: 'expired' })
  void upload(job, progress)
  await sentFiles(2)
  expect(api.bodies(DECLARE)).toHaveLength(2)
})

test('a file whose round was closed since is declared again without the key of the round', async () => {
  const { upload, api, job, progress, sentFiles } = await mountUpload()
  api.on({
    [DECLARE]: ({ body }) => {
      if ((body as { roundKey?: string }).roundKey) throw new ErrorResponse('round_closed')
      return declaration('n')
    },
  })
  void upload({ ...job, roundKey: 'closed' }, progress)
  await sentFiles(1)
  expect(api.bodies(DECLARE)).toMatchObject([{ roundKey: 'closed' }, { title: 'A' }])
  expect(api.bodies(DECLARE)[1]).not.toHaveProperty('roundKey')
})

test('an upload that exceeds the rate limit waits and is retried instead of failing', async () => {
  const { upload, api, job, progress, sentFiles } = await mountUpload()
  const requestedAt: number[] = []
  api.on({
    [DECLARE]: () => {
      requestedAt.push(Date.now())
      if (requestedAt.length < 3) throw new ErrorResponse('rate_limited')
      return declaration('n')
    },
  })
  fakeTimers()
  void upload(job, progress)
  await until(() => {
    vi.advanceTimersByTime(1_000)
    expect(requestedAt).toHaveLength(3)
  })
  const [first, second, third] = requestedAt as [number, number, number]
  expect(second - first).toBeGreaterThanOrEqual(10_000)
  expect(third - second).toBeGreaterThanOrEqual(10_000)
  await sentFiles(1)
})

test('stopping an upload that waits for the rate limit ends the upload at once', async () => {
  const { upload, api, job, stop, progress } = await mountUpload()
  api.on({
    [DECLARE]: () => {
      throw new ErrorResponse('rate_limited')
    },
  })
  fakeTimers()
  const stopped = upload(job, progress)
  stopped.catch(() => {})
  await until(() => expect(vi.getTimerCount()).toBe(1))
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  expect([vi.getTimerCount(), api.bodies(DECLARE).length]).toEqual([0, 1])
})

test('a stopped upload fails with the error code "aborted"', async () => {
  const { upload, api, sent, job, stop, progress, sentFiles } = await mountUpload()
  const stopped = upload(job, progress)
  await sentFiles(1)
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  expect(sent[0]?.aborted()).toBe(true)
  expect(api.bodies(COMPLETE)).toEqual([])
})

test('discarding an upload deletes an artifact that it created, but not one that it revises', async () => {
  const { discard, api, job } = await mountUpload()
  await discard(job)
  await discard({ ...job, revises: 'art_a', declared: declaration('a') })
  expect(api.bodies(DISCARD)).toEqual([])
  await discard({ ...job, declared: declaration('n') })
  expect(api.calls.map(each => each.params.id)).toEqual(['art_n'])
  api.offline = true
  await expect(discard({ ...job, declared: declaration('n') })).resolves.toBeUndefined()
})
