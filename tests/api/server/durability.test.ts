import { createConnection } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { noise } from '../../support/media/samples'
import { ownFixture } from '../../support/server/fixture'
import { blobsOf } from '../../support/data/blobs-of'

it('a confirmed write survives a kill of the server, and an interrupted upload stores nothing', async () => {
  const { server, agent, projectId } = await ownFixture()
  onTestFinished(() => server.stop())
  const reviewId = await newReview(agent, projectId)
  const png = await noise(1000, 1000).png().toBuffer()
  const done = await upload(agent, reviewId, png)
  const half = (await declareUpload(agent, reviewId, { title: 'Half', bytes: png.length })).body
  const { hostname, port, pathname } = new URL(half.uploadUrl)
  const socket = createConnection(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${png.length}\r\n\r\n`)
  socket.write(png.subarray(0, png.length >> 1))
  await expect.poll(server.blobs.unfinished).not.toEqual([])
  const note = await agent<Thread & { untrusted: string[] }>(
    'POST',
    `/v1/artifacts/${done.artifactId}/annotations`,
    {
      geometry: { x: 0.1, y: 0.2 },
      body: 'Stays.',
    },
  )
  const { untrusted: _, ...stored } = note.body
  await server.kill()
  await server.restart()
  expect((await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)).body.threads).toEqual(
    [stored],
  )
  expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
  expect(await blobsOf(server, half.revisionId)).toEqual([])
  expect((await put(half.uploadUrl, png)).status).toBe(200)
})
