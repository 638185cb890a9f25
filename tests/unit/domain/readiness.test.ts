import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopDatabase } from '~~/server/db'
import { readReady } from '~~/server/domain/meta/read-ready'
import { createBlobStorage, startBlobs } from '~~/server/storage/blobs'
import { fsDriver } from '~~/server/storage/fs'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-ready-'))
let seeded: SeededDatabase
let checks = 0

beforeAll(async () => {
  process.env.DATA_DIR = folder
  process.env.LOG_LEVEL = 'silent'
  seeded = await seedDatabase()
  const driver = fsDriver({ folder })
  const check = () => {
    checks += 1
    return driver.check()
  }
  startBlobs(createBlobStorage({ ...driver, check }))
})
afterAll(() => {
  seeded.remove()
  rmSync(folder, { recursive: true })
})

const states = async () =>
  readReady().then(
    () => 'ready',
    (error: unknown) => error,
  )

describe('the readiness', () => {
  it('any number of concurrent readiness requests share one check', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 1000 }, states)))).toEqual(new Set(['ready']))
    expect(checks).toBe(1)
  })

  it('after the database was closed, the readiness check fails with the reason and Retry-After', async () => {
    stopDatabase()
    await expect.poll(states).toMatchObject({ code: 'unavailable', reasons: ['database'], retryAfter: 2 })
    expect(checks).toBeGreaterThan(1)
  })
})
