import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '../support/server/client'
import { signUp } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { damage, uploadDamaged, validFiles } from '../support/media/damaged'
import { mediaProcessesEnded, memoryOf, residentOf } from '../support/server/processes'
import { startServer, type TestServer } from '../support/server/server'

// Uploads damaged recordings and pictures to the built server. `npm run fuzz` runs this file: FUZZ_FILES is
// the number of files, and FUZZ_SEED is the seed of the first file.
const FILES = Number(process.env.FUZZ_FILES ?? 2000)
const FIRST = Number(process.env.FUZZ_SEED ?? 1)
const CALLERS = 4
/** The CPU seconds that a file may use in this test. The default of the server is 60. */
const SECONDS = 10
/** The time in milliseconds from which the test prints a line about a slow file. */
const SLOW_MS = 5000

let server: TestServer
let agent: Call
let reviewId: string

beforeAll(async () => {
  server = await startServer({ MEDIA_SECONDS: String(SECONDS) })
  const person = await signUp(server)
  agent = await person.agent()
  reviewId = await newReview(agent, await person.project())
})
afterAll(() => server.stop())

it(`the server survives uploads of ${FILES} damaged files`, async () => {
  const files = await validFiles()
  for (let seed = 0; seed < files.length; seed++) await uploadDamaged(agent, reviewId, damage(files, seed))
  const before = residentOf(server.pid)
  const last = FIRST + FILES
  let next = FIRST
  let running = true
  let slowestHealth = 0
  const statuses = new Map<string, number>()
  const watching = (async () => {
    while (running) {
      const start = performance.now()
      const response = await fetch(`${server.url}/api/health`)
      expect(response.status).toBe(200)
      slowestHealth = Math.max(slowestHealth, performance.now() - start)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  })()
  const offering = Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (next < last) {
        const file = damage(files, next++)
        const start = performance.now()
        const status = await uploadDamaged(agent, reviewId, file)
        const name = `${file.mime} ${status}`
        statuses.set(name, (statuses.get(name) ?? 0) + 1)
        const took = performance.now() - start
        if (took > SLOW_MS || status >= 500)
          process.stdout.write(
            `  seed ${file.seed} (${file.mime}, ${file.how}): ${status} after ${Math.round(took)} ms\n`,
          )
        expect(status, `seed ${file.seed}`).toBeLessThan(500)
        // The server limits the CPU time of a file. The elapsed time may be up to four times that limit,
        // multiplied by the number of concurrent callers.
        expect(took, `seed ${file.seed}`).toBeLessThan(SECONDS * 4 * 1000 * CALLERS)
      }
    }),
  )
  await Promise.all([
    offering.finally(() => {
      running = false
    }),
    watching,
  ])
  const busy = memoryOf(server.pid)
  await mediaProcessesEnded(server.pid)
  const grown = residentOf(server.pid) - before
  process.stdout.write(
    `  ${FILES} files: ${[...statuses]
      .sort()
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ')}\n`,
  )
  process.stdout.write(`  slowest health response ${Math.round(slowestHealth)} ms\n`)
  process.stdout.write(
    `  memory ${Math.round(before)} MiB before, ` +
      `${Math.round(busy)} MiB with its media processes at the end, grown by ${Math.round(grown)} MiB\n`,
  )
  process.stdout.write(
    '  media processes ended in the middle of a job: ' +
      `${server.log().split('in the middle of a job').length - 1}\n`,
  )
  expect(slowestHealth).toBeLessThan(500)
  expect(grown).toBeLessThan(150)
}, 3_600_000)
