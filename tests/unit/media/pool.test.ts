import { ServerResponse, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fairShares } from '~~/server/process/fair-share'
import type { MediaJob } from '~~/server/media/process/jobs'
import { createMediaPool, type MediaPool } from '~~/server/media/process/pool'
import { AbandonedError } from '~~/server/process/abandoned-error'
import { runRequest } from '~~/server/process/request-context'

/** Milliseconds: a duration that is so long that a job does not end before the test does. */
const ENDLESS = 600_000
const { running, waiting, waitingDrawings } = fairShares.media

let pool: MediaPool
beforeEach(() => {
  const entry = fileURLToPath(new URL('../../support/media/timed-process.mjs', import.meta.url))
  pool = createMediaPool({ entry: () => entry, seconds: ENDLESS / 1000 })
})
afterEach(() => pool.close())

/** Runs a job that takes this many milliseconds. Returns the time at which the job began. */
const run = (owner: string, job: MediaJob = 'embedImage', ms = 20) =>
  pool.run(job, { ms } as never, 0, owner) as unknown as Promise<number>
const runMany = (count: number, ...job: Parameters<typeof run>) =>
  Array.from({ length: count }, () => run(...job))
/** Returns how many of the jobs began before this time. */
const begunBefore = (moment: number, jobs: number[]) => jobs.filter(each => each < moment).length
/** Keeps the processes of the pool busy for a short time, so that the next jobs have to wait. */
const occupy = (owner = 'unrelated') => runMany(running, owner, 'embedImage', 300)

describe('the pool of media processes', () => {
  it('the media pool starts a job at once, even while jobs of another workspace fill the pool', async () => {
    const ends = Promise.allSettled(runMany(running + 4, 'noisy', 'embedImage', ENDLESS))
    await run('quiet')
    pool.close()
    await ends
  })

  it('the media pool runs the jobs of several owners in turns, even if one owner has many jobs', async () => {
    const busy = occupy()
    const noisy = runMany(12, 'noisy', 'markedPicture')
    const quiet = runMany(2, 'quiet', 'markedPicture')
    const [first = 0, second = 0] = (await Promise.all(quiet)).toSorted((one, other) => one - other)
    const begun = await Promise.all(noisy)
    // If the owners did not take turns, all twelve jobs of the first owner would begin before the jobs of the
    // others. A few may do so, because several processes begin at about the same time.
    expect(begunBefore(first, begun)).toBeLessThanOrEqual(3)
    expect(begunBefore(second, begun)).toBeLessThanOrEqual(6)
    await Promise.all(busy)
  })

  it('the media pool prefers jobs of owners who used less time, even to older jobs', async () => {
    await run('costly', 'embedImage', 300)
    const busy = [200, 2000].map(ms => run('unrelated', 'embedImage', ms))
    const reserve = run('another', 'embedImage', 2000)
    const costly = run('costly', 'embedImage', 100)
    const light = run('light', 'embedImage', 100)
    expect(await light).toBeLessThan(await costly)
    await Promise.all([...busy, reserve])
  })

  it('a few long jobs at a time give up their slots in the media pool to waiting jobs', async () => {
    const seconds = (count: number) => count * 1000
    const asked = performance.timeOrigin + performance.now()
    const long = ['one', 'two', 'three'].map(owner => run(owner, 'embedImage', seconds(8)))
    const ended = Promise.race(long).then(() => performance.timeOrigin + performance.now())
    const begun = await run('four', 'embedImage', seconds(8))
    expect(begun - asked).toBeGreaterThanOrEqual(2900)
    expect(begun).toBeLessThan(await ended)
    // Two of the long jobs gave up their slots and continue at the lowest priority. The third job keeps its
    // slot, and the fourth job uses the other one.
    await run('five')
    expect(await Promise.all(long)).toHaveLength(3)
  })

  it('a long video job is interrupted for a video of another owner, and begins again later', async () => {
    const costly = [10_000, 10_000, 5000].map(ms => run('noisy', 'embedVideo', ms))
    // Each video of the other owner waits until a costly one has run for a long time. The first two costly
    // videos then move to the places for long jobs, and the third one is interrupted.
    const quiet: number[] = []
    for (const _ of costly) quiet.push(await run('quiet', 'embedVideo'))
    const [first = 0, , third = 0] = await Promise.all(costly)
    expect(quiet.at(-1)).toBeLessThan(third)
    expect(third).toBeGreaterThan(first + 9900)
  })

  it.each([
    ['markedPicture', waitingDrawings],
    ['comparedPictures', waitingDrawings],
    ['embedImage', waiting],
    ['thumbnail', waiting],
  ] as const)('the media pool limits how many jobs of %s an owner may queue: %i', async (job, limit) => {
    const taken = runMany(running + limit, 'noisy', job, ENDLESS)
    const refused = run('noisy', job)
    const ofAnotherKind = run('noisy', limit === waiting ? 'markedPicture' : 'embedImage')
    const ofAnotherOwner = run('quiet', job)
    const outcomes = Promise.allSettled([...taken, ofAnotherKind, ofAnotherOwner])
    pool.close()
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 5 })
    for (const each of await outcomes) expect(each).not.toMatchObject({ reason: { code: 'rate_limited' } })
  })

  it('long drawing jobs of one owner leave a process for the drawing jobs of others', async () => {
    const ends = Promise.allSettled(runMany(running + 2, 'noisy', 'markedPicture', 20_000))
    // The first drawing job of the other owner starts after a long drawing job has given up its process.
    await run('quiet', 'markedPicture')
    const asked = performance.timeOrigin + performance.now()
    expect((await run('quiet', 'markedPicture')) - asked).toBeLessThan(5000)
    pool.close()
    await ends
  })

  it.each([
    ['markedPicture', 20_000],
    ['comparedPictures', 20_000],
    ['pictureDifference', 20_000],
    ['embedImage', ENDLESS],
  ] as const)('the media job %s may use %i ms of CPU time, and more for a large file', async (job, limit) => {
    const tenMebibytes = 10 * 1024 * 1024
    expect(await pool.run(job, {} as never, 0, 'one')).toBe(limit)
    expect(await pool.run(job, {} as never, tenMebibytes, 'one')).toBe(limit + 1000)
  })

  it('the media pool skips a drawing job whose client left, but no job with a stored result', async () => {
    const busy = occupy()
    const message = {} as IncomingMessage
    const response = new ServerResponse(message)
    const inRequest = <T>(start: () => T) =>
      runRequest({ id: 'r', message, response, holder: 'person usr_1' }, start)
    const drawing = inRequest(() => run('one', 'markedPicture'))
    const upload = inRequest(() => run('one', 'embedImage'))
    response.destroy()
    await expect(drawing).rejects.toBeInstanceOf(AbandonedError)
    await upload
    await Promise.all(busy)
  })
})
