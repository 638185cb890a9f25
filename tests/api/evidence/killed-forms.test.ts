import { readdir } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { SubmittedEvidence } from '#shared/contract/evidence'
import { limits } from '#shared/contract/kit/limits'
import { DAY } from '#shared/time'
import { allRows } from '../../support/data/database'
import { ownFixture } from '../../support/server/fixture'
import { fileOf, formOf } from '../../support/server/forms'
import { noise } from '../../support/media/samples'
import { sweepAfter } from '../../support/server/sweep'

it('a form whose server is killed while it decodes has no effect, and can be sent again', async () => {
  const { server, agent, projectId, png } = await ownFixture({ LOG_LEVEL: 'info' })
  onTestFinished(() => server.stop())
  // The first use of a token leaves an event.
  await agent('GET', '/v1/projects')
  const large = await noise(2500, 2500).png().toBuffer()
  const send = () =>
    agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ externalRef: 'killed', files: [fileOf(png, 'a.png'), fileOf(large, 'b.png')], projectId }),
      { 'idempotency-key': 'killed' },
    )
  const workFolders = async () =>
    (await readdir(server.temporaryFolder)).filter(name => name.startsWith('exhibit-media-'))
  /** All rows but the lease of the key. */
  const rowsOf = async () => ({ ...(await allRows(server)), idempotency: null })
  const [rows, blobs] = [await rowsOf(), await server.blobs.list()]

  const response = send().catch(() => null)
  // The first file is stored, and the second is next.
  await expect.poll(server.blobs.list, { interval: 5 }).not.toEqual(blobs)
  await server.kill()
  expect((await response)?.status).not.toBe(201)
  await server.restart()
  expect(await rowsOf()).toEqual(rows)
  expect(await workFolders()).not.toEqual([])
  expect(await send()).toMatchObject({ status: 409, body: { data: { error: 'idempotency_in_progress' } } })
  await server.advance(limits.idempotencyLeaseMs)

  const { status, body } = await send()
  expect([status, body.reused, body.files.map(each => each.outcome)]).toEqual([
    201,
    false,
    ['created', 'created'],
  ])
  const replay = await send()
  expect([replay.status, replay.headers.get('idempotent-replay'), replay.body]).toEqual([200, 'true', body])

  await sweepAfter(server, 2 * DAY)
  expect(await workFolders()).toEqual([])
  const revisionIds = body.files.map(each => each.revisionId)
  const orphans = (await server.blobs.list()).filter(key => !revisionIds.some(id => key.includes(id)))
  expect(orphans).toEqual(blobs)
  for (const { embedUrl } of body.files) expect((await fetch(embedUrl ?? '')).status).toBe(200)
})
