import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { CompletionResult } from '#shared/contract/upload'
import { limits } from '#shared/contract/kit/limits'
import { declareUpload, newReview, put } from '../../support/client'
import { runSql } from '../../support/database'
import { sample } from '../../support/samples'
import { ownFixture } from '../../support/fixture'

const stage = await ownFixture()
const { agent, projectId } = stage
const { server } = stage
afterAll(() => server.stop())
const video = await readFile(sample('plain.mp4'))
const reviewId = await newReview(agent, projectId)

/** Uploads the recording; `durationMs` is the length that the agent states. */
async function recording(durationMs?: number) {
  const { body } = await declareUpload(agent, reviewId, {
    kind: 'video',
    mime: 'video/mp4',
    bytes: video.length,
  })
  await put(body.uploadUrl, video)
  const done = (
    await agent<CompletionResult>('POST', `/v1/artifacts/${body.artifactId}/complete`, { durationMs })
  ).body
  const noteAt = (timestampMs: number) =>
    agent('POST', `/v1/artifacts/${body.artifactId}/annotations`, {
      kind: 'timestamp',
      timestampMs,
      body: 'Flickers.',
    })
  return { durationMs: done.artifact.currentRevision?.durationMs ?? 0, revisionId: done.revisionId, noteAt }
}

describe('a timestamp note', () => {
  it('may be up to a second after the end of a file that is longer than the agent states', async () => {
    const file = (await recording()).durationMs
    const short = await recording(Math.floor(file / 2))
    expect(short.durationMs).toBe(Math.floor(file / 2))
    expect((await short.noteAt(file)).status).toBe(201)
    expect((await short.noteAt(file + limits.timestampSlackMs)).status).toBe(201)
    expect(await short.noteAt(file + limits.timestampSlackMs + 1)).toMatchObject({
      status: 422,
      body: { data: { error: 'invalid_request', field: 'timestampMs' } },
    })
  })

  it('may be up to a second after the length that the agent states where the file is shorter', async () => {
    const long = await recording(60_000)
    expect((await long.noteAt(60_000 + limits.timestampSlackMs)).status).toBe(201)
    expect((await long.noteAt(60_000 + limits.timestampSlackMs + 1)).status).toBe(422)
  })

  it('has no bound on a revision completed before the length of files was stored', async () => {
    const old = await recording(500)
    await server.kill()
    await runSql(server, 'UPDATE revision SET file_duration_ms = NULL WHERE id = ?', [old.revisionId])
    await server.restart()
    expect((await old.noteAt(3_600_000)).status).toBe(201)
  })
})
