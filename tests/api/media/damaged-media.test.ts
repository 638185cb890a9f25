import { beforeAll, expect, it } from 'vitest'
import type { Call } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { damage, uploadDamaged, validFiles } from '../../support/media/damaged'
import { mediaProcessesEnded, residentOf } from '../../support/server/processes'
import { sharedServer, type TestServer } from '../../support/server/server'

/** The number of damaged files. `npm run fuzz` tests thousands of them. */
const FILES = 90

let server: TestServer
let agent: Call
let reviewId: string

beforeAll(async () => {
  server = await sharedServer({}, { deployment: 'standalone' })
  const person = await signUp(server)
  agent = await person.agent()
  reviewId = await newReview(agent, await person.project())
})

it('every damaged file is completed or rejected, and the server stays available', async () => {
  const files = await validFiles()
  for (let seed = 0; seed < files.length; seed++) await uploadDamaged(agent, reviewId, damage(files, seed))
  const before = residentOf(server.pid)
  const seeds = Array.from({ length: FILES }, (_, i) => i + files.length)
  const statuses = new Map<number, number>()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
        const status = await uploadDamaged(agent, reviewId, damage(files, seed))
        expect([seed, [200, 422]]).toEqual([seed, expect.arrayContaining([status])])
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      }
    }),
  )
  // Some damage cannot be detected, but most of the files must be rejected.
  expect(statuses.get(422)).toBeGreaterThan(FILES / 2)
  expect(statuses.get(200)).toBeGreaterThan(0)
  await mediaProcessesEnded(server.pid)
  expect(residentOf(server.pid) - before).toBeLessThan(150)
}, 300_000)
