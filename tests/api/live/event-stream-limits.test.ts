import { describe, expect, it } from 'vitest'
import { fairShares } from '~~/server/process/fair-share'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { watch } from '../../support/server/events'
import { sharedFixture } from '../../support/server/fixture'

const {
  server,
  person: owner,
  agent,
} = await sharedFixture({ TRUST_PROXY: 'on' }, { deployment: 'standalone' })
const reviewId = await newReview(agent, await owner.project())
const share = async () =>
  (await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.token
const streamLimits = fairShares.streams
type Reader = Awaited<ReturnType<typeof watch>>
let clients = 0
/** Opens event streams, each from another client address unless `address` is set. */
const join = (
  path: string,
  count: number,
  { cookie = '', address }: { cookie?: string; address?: string } = {},
): Promise<Reader[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      watch(server.url + path, {
        cookie,
        'x-forwarded-for': address ?? `10.0.${Math.floor(++clients / 250)}.${clients % 250}`,
      }),
    ),
  )
const leave = (readers: Reader[]) => readers.forEach(reader => reader.close())
const statuses = (readers: Reader[]) => [...new Set(readers.map(reader => reader.status))]
const member = `/api/reviews/${reviewId}/events`

/** Opens as many streams as allowed. Expects a further one to be refused until one of them closes. */
async function fill(
  path: string,
  limit: number,
  who: { cookie?: string; address?: string } = {},
): Promise<Reader[]> {
  const readers = await join(path, limit, who)
  expect(statuses(readers)).toEqual([200])
  const [refused] = await join(path, 1, who)
  expect([refused?.status, refused?.headers['retry-after']]).toEqual([429, '60'])
  await refused?.done
  expect(refused?.raw()).toContain('"error":"rate_limited"')
  leave(readers.splice(0, 1))
  await expect
    .poll(async () => {
      const [again] = await join(path, 1, who)
      if (again?.status === 200) readers.push(again)
      return again?.status
    })
    .toBe(200)
  return readers
}

describe('limits of event streams', () => {
  it('the number of event streams is limited per share link, but not for members', async () => {
    const token = await share()
    const readers = await fill(`/api/share/${token}/events`, streamLimits.shareLink)
    const others = [
      ...(await join(`/api/share/${await share()}/events`, 1)),
      ...(await join(member, 1, { cookie: owner.cookie })),
    ]
    expect(statuses(others)).toEqual([200])
    leave([...readers, ...others])
  })

  it('the number of event streams of share links is limited per client address', async () => {
    const address = '203.0.113.1'
    const [one, two] = [await share(), await share()]
    const first = await join(`/api/share/${one}/events`, streamLimits.visitorAddress - 10, { address })
    const readers = await fill(`/api/share/${two}/events`, 10, { address })
    const others = [
      ...(await join(`/api/share/${two}/events`, 1)),
      ...(await join(member, 1, { cookie: owner.cookie, address })),
    ]
    expect(statuses(others)).toEqual([200])
    leave([...first, ...readers, ...others])
  })

  it('the number of event streams is limited per person', async () => {
    // Uses another person, because the server may not have noticed yet that the earlier streams are closed.
    const other = await signUp(server, 'Other')
    const { body } = await owner.call<{ token: string }>(
      'POST',
      `/api/workspaces/${owner.workspaceId}/invitations`,
      { role: 'member' },
    )
    await other.call('POST', `/api/invite/${body.token}`)
    const readers = await fill(member, streamLimits.person, { cookie: other.cookie })
    const others = await join(member, 1, { cookie: owner.cookie })
    expect(statuses(others)).toEqual([200])
    leave([...readers, ...others])
  })
})
