import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { largeRecording } from '../../support/media/large-recording'
import { residentOf } from '../../support/server/processes'

const MiB = 1024 * 1024
const BYTES = 200 * MiB

const { server, person, agent, projectId } = await sharedFixture({}, { deployment: 'standalone' })
const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-test-export-'))
afterAll(() => rm(folder, { recursive: true }))

describe.runIf(process.platform === 'linux')('the memory of a large export', () => {
  it('sending a ZIP file of 400 MiB needs less than 100 MiB of memory', { timeout: 180_000 }, async () => {
    const reviewId = await newReview(agent, projectId)
    const recording = await readFile(await largeRecording(folder, BYTES))
    for (const title of ['First', 'Second'])
      await upload(agent, reviewId, recording, { kind: 'video', mime: 'video/mp4', title })
    const before = residentOf(server.pid)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, residentOf(server.pid))), 20)
    const response = await fetch(`${server.url}/api/reviews/${reviewId}/export/originals`, {
      headers: { cookie: person.cookie },
    })
    let received = 0
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) received += chunk.length
    clearInterval(watch)
    expect(received).toBeGreaterThan(2 * BYTES)
    expect(most - before).toBeLessThan(100)
  })
})
