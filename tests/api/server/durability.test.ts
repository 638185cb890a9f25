import { cp, mkdtemp } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { caller, newReview, put, upload } from '../../support/client'
import { backUpDatabase } from '../../support/database'
import { noise } from '../../support/samples'
import { startServer } from '../../support/server'
import { ownFixture } from '../../support/fixture'
import { blobsOf } from '../../support/blobs-of'

it('what got a 2xx response survives a kill, and an upload that is cut off stores nothing', async () => {
  const { server, agent, projectId } = await ownFixture()
  onTestFinished(() => server.stop())
  const reviewId = await newReview(agent, projectId)
  const png = await noise(1000, 1000).png().toBuffer()
  const done = await upload(agent, reviewId, png)
  const half = (
    await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
      reviewId,
      kind: 'image',
      title: 'Half',
      mime: 'image/png',
      bytes: png.length,
    })
  ).body
  const { hostname, port, pathname } = new URL(half.uploadUrl)
  const socket = createConnection(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${png.length}\r\n\r\n`)
  socket.write(png.subarray(0, png.length >> 1))
  await expect.poll(server.blobs.unfinished).not.toEqual([])
  const note = await agent<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0.1, y: 0.2 },
    body: 'Stays.',
  })
  await server.kill()
  await server.restart()
  expect((await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)).body.threads).toEqual(
    [note.body],
  )
  expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
  expect(await blobsOf(server, half.revisionId)).toEqual([])
  expect((await put(half.uploadUrl, png)).status).toBe(200)
})

it('a backup taken while agents write restores to a server that finds every image', async () => {
  const { server, person, agent, projectId } = await ownFixture({}, { standalone: true })
  onTestFinished(() => server.stop())
  const id = await newReview(agent, projectId)
  const png = await noise(64, 64).png().toBuffer()
  const copy = await mkdtemp(join(tmpdir(), 'exhibit-test-'))
  let written = 0
  let writing = true
  const writer = (async () => {
    for (; writing; written++) await upload(agent, id, png)
  })()
  await expect.poll(() => written).toBeGreaterThan(1)
  await backUpDatabase(server, `${copy}/exhibit.sqlite`)
  // Files that are still being written come and go.
  const isStored = (path: string) => basename(path) !== '.temporary'
  await cp(`${server.dataDir}/blobs`, `${copy}/blobs`, { recursive: true, filter: isStored })
  await cp(`${server.dataDir}/auth-secret`, `${copy}/auth-secret`)
  writing = false
  await writer
  const restored = await startServer({}, { dataDir: copy, standalone: true })
  onTestFinished(() => restored.stop())
  const call = caller(restored, { cookie: person.cookie })
  const { artifacts } = (await call<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
  const ready = artifacts.flatMap(each => each.revisions).filter(each => each.completedAt !== null)
  expect(ready.length).toBeGreaterThan(1)
  for (const { embedUrl } of ready) expect((await fetch(embedUrl ?? '')).status).toBe(200)
  for (const each of artifacts.filter(artifact => artifact.status === 'ready'))
    expect((await call('GET', `/v1/artifacts/${each.id}/download`)).status).toBe(200)
})
