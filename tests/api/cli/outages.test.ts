import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Output } from '#shared/contract'
import type { CreatedReview } from '#shared/contract/review'
import type { PrintedError } from '../../../cli/failure'
import type { LoginRequest } from '../../../cli/account/sign-in'
import { newReview } from '../../support/reviews/review'
import { endOf, endWaits, unpackCli } from '../../support/cli/cli'
import { sharedFixture } from '../../support/server/fixture'
import { startProxy } from '../../support/stubs/http-stub'

const { server, person, agent, projectId } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_TOKEN: await person.token() })

/** The response to a request during an outage: a closed connection, or an error status of a proxy. */
type Failing = 'reset' | 429 | 502 | 503 | 504

/**
 * Starts a proxy that fails the requests that `isLost` selects, by default wait requests: one for each entry
 * of `lost`, in order.
 */
async function startLosingProxy(
  lost: Failing[],
  isLost = ({ url = '' }: IncomingMessage) => /wait/.test(url),
) {
  const proxy = await startProxy(server.url, {
    dropRequest: incoming => isLost(incoming) && lost[0] === 'reset' && lost.shift() === 'reset',
    failRequest: incoming => isLost(incoming) && typeof lost[0] === 'number' && Number(lost.shift()),
  })
  onTestFinished(proxy.stop)
  return proxy
}

/** A review with a comment of a person. */
async function commented(): Promise<string> {
  const reviewId = await newReview(agent, projectId)
  await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Wrong.' })
  return reviewId
}

describe('`exhibit wait` during an outage', () => {
  it('`exhibit wait` survives an outage, and prints a line when the outage begins and ends', async () => {
    const reviewId = await commented()
    for (const json of [false, true]) {
      const { url } = await startLosingProxy(['reset', 'reset', 502, 503, 504])
      const args = ['wait', '--review', reviewId, '--timeout', '60', ...(json ? ['--json'] : [])]
      const child = cli.start(args, { env: { EXHIBIT_URL: url }, clock: true })
      const waits = endWaits(child)
      const { code, stdout, stderr } = await endOf(child)
      expect([code, waits]).toEqual([0, Array(5).fill(2000)])
      expect(stdout).toContain('Wrong.')
      const begin = `Cannot reach ${url} (UND_ERR_SOCKET). Waiting until it responds again.`
      const over = `${url} responds again.`
      const lines = stderr.trim().split('\n')
      if (json) expect(lines).toEqual([begin, over].map(notice => JSON.stringify({ notice })))
      else expect(lines.slice(0, 2)).toEqual([begin, over])
    }
  })

  it('`exhibit wait` survives an outage while it looks for the review', async () => {
    const named = { title: 'Outage', externalRef: 'outage', projectId }
    const reviewId = (await agent<CreatedReview>('POST', '/v1/reviews', named)).body.review.id
    await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Wrong.' })
    const lost: Failing[] = ['reset', 'reset', 'reset', 'reset', 502]
    const { url } = await startLosingProxy(lost, () => true)
    const child = cli.start(['wait', '--ref', 'outage'], { env: { EXHIBIT_URL: url }, clock: true })
    endWaits(child)
    expect([(await endOf(child)).code, lost]).toEqual([0, []])
  })

  it('`exhibit wait` ends with exit code 1 if the outage lasts longer than `--timeout`', async () => {
    const reviewId = await commented()
    const { url } = await startLosingProxy(Array<Failing>(100).fill('reset'))
    const args = ['wait', '--review', reviewId, '--timeout', '5', '--json']
    const child = cli.start(args, { env: { EXHIBIT_URL: url }, clock: true })
    const waits = endWaits(child)
    const { code, stdout, stderr } = await endOf(child)
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'unreachable' } }])
    expect(waits.slice(0, 2)).toEqual([2000, 2000])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('`exhibit wait` ends immediately on an error that a retry cannot solve', async () => {
    const { body } = await cli.json<{ error: PrintedError }>(['wait', '--review', 'rev_1'], {
      env: { EXHIBIT_URL: server.url },
    })
    expect(body.error.code).toBe('not_found')
    const revoked = await cli.run(['wait', '--review', 'rev_1'], {
      env: { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: `svc_${'x'.repeat(32)}` },
    })
    expect([revoked.code, revoked.stderr]).toEqual([3, expect.not.stringContaining('Waiting')])
  })
})

it('a request is retried after two lost connections, even if it was rate-limited twice before', async () => {
  const lost: Failing[] = [429, 429, 'reset', 'reset']
  const { url } = await startLosingProxy(lost, () => true)
  const child = cli.start(['list', '--json'], { env: { EXHIBIT_URL: url }, clock: true })
  const waits = endWaits(child)
  const { code } = await endOf(child)
  expect([code, waits]).toEqual([0, [30_000, 30_000, 400, 800]])
})

it('`exhibit watch` survives an outage', async () => {
  const reviewId = await commented()
  const lost: Failing[] = []
  const { url } = await startLosingProxy(lost)
  const child = cli.start(['watch', '--review', reviewId, '--json'], {
    env: { EXHIBIT_URL: url },
    clock: true,
  })
  endWaits(child)
  const closed = once(child, 'close')
  if (!child.stdout) throw new Error('The command has no stdout.')
  const actions: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    actions.push((JSON.parse(line) as Output<'waitForFeedback'>).nextAction.action)
    if (actions.length > 1) continue
    lost.push('reset', 502, 'reset')
    await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'And this.' })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  }
  expect([(await closed)[0], actions[0], actions.at(-1), lost]).toEqual([0, 'apply_feedback', 'done', []])
})

it('`exhibit login` survives an outage while a person decides', async () => {
  const lost: Failing[] = ['reset', 'reset', 502]
  const { url } = await startLosingProxy(lost, each => each.url === '/api/auth/device/token')
  const child = cli.start(['login', url, '--json'], { clock: true })
  const ended = endOf(child)
  if (!child.stdout) throw new Error('The command has no stdout.')
  const [data] = (await once(child.stdout, 'data')) as [Buffer]
  const { userCode } = JSON.parse(data.toString()) as LoginRequest
  await person.call('GET', `/api/auth/device?user_code=${userCode}`)
  await person.call('POST', '/api/auth/device/approve', { userCode })
  endWaits(child)
  expect([(await ended).code, lost]).toEqual([0, []])
})
