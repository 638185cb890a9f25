import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PushResult } from '../../../../cli/push/push'
import { endOf, endWaits } from '../../../support/cli/cli'
import { folderWith, outcomesOf, pushFixture } from '../../../support/cli/push'
import { noise, pngImage } from '../../../support/media/samples'
import { startProxy, type HttpStub } from '../../../support/stubs/http-stub'

const { server, agent, png, cli, push, readReview } = await pushFixture()

type Step = 'sends the bytes' | 'reads the result'

/**
 * Starts a proxy that kills the process `victim` at the given step. The proxy has another URL than
 * `PUBLIC_URL`.
 */
function startKillingProxy(step: Step, victim: () => ChildProcess): Promise<HttpStub> {
  const kill = () => victim().kill('SIGKILL')
  return startProxy(server.url, {
    dropRequest(incoming) {
      if (step === 'sends the bytes' && isForm(incoming)) incoming.once('data', kill)
      return false
    },
    dropResponse: incoming => step === 'reads the result' && isForm(incoming) && kill(),
  })
}

const isForm = ({ url, method }: IncomingMessage) => method === 'POST' && url === '/v1/evidence'

describe('`exhibit push` after it was killed', () => {
  it.each<[Step, PushResult['files'][number]['outcome']]>([
    ['sends the bytes', 'created'],
    ['reads the result', 'unchanged'],
  ])(
    'a `push` that was killed while it %s continues at the next push without duplicates',
    async (step, outcome) => {
      const large = await noise(800, 800).png().toBuffer()
      const cwd = await folderWith({ 'large.png': large })
      const args = ['large.png', '--ref', `killed as it ${step}`]
      const proxy = await startKillingProxy(step, () => child)
      const child: ChildProcess = cli.start(['push', ...args], { cwd, env: { EXHIBIT_URL: proxy.url } })
      const [, signal] = (await once(child, 'close')) as [number | null, string]
      proxy.stop()
      expect(signal).toBe('SIGKILL')
      const { code, body } = await push(args, { cwd })
      expect([code, outcomesOf({ body })]).toEqual([0, [outcome]])
      const { artifacts } = await readReview(body.review.id)
      expect(artifacts).toMatchObject([{ status: 'ready', revisions: [{ index: 1, bytes: large.length }] }])
    },
  )
})

describe('the API requests of `exhibit push`', () => {
  /**
   * Starts a proxy that records all requests except GET, and responds with the status that `fails` returns,
   * if any.
   */
  async function startCounting(fails: (incoming: IncomingMessage) => number = () => 0) {
    const writes: string[] = []
    const proxy = await startProxy(server.url, {
      failRequest(incoming) {
        if (incoming.method !== 'GET') writes.push(`${incoming.method} ${incoming.url}`)
        return fails(incoming)
      },
    })
    onTestFinished(proxy.stop)
    return { url: proxy.url, writes }
  }
  const many = async (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `s${String(index).padStart(2, '0')}.png`)
    const files = await Promise.all(names.map((_, index) => pngImage(20 + index, 20)))
    return {
      names,
      cwd: await folderWith(Object.fromEntries(names.map((name, i) => [name, files[i] ?? png]))),
    }
  }

  it('`push` sends as many files in one request as a form allows, and keeps their order', async () => {
    const { url, writes } = await startCounting()
    const { names, cwd } = await many(52)
    const pair = ['--before', 's50.png', '--after', 's51.png', '--title', 'Pair']
    const args = [...names.slice(0, 48).reverse(), ...pair, '--ref', 'one form']
    const { code, body } = await push(args, { cwd, env: { EXHIBIT_URL: url } })
    expect([code, writes]).toEqual([0, ['POST /v1/evidence']])
    const { artifacts } = await readReview(body.review.id)
    const titles = [
      'Pair',
      ...names
        .slice(0, 48)
        .reverse()
        .map(name => name.slice(0, 3).toUpperCase()),
    ]
    expect(artifacts.map(each => each.title)).toEqual(titles)
    const rest = await push([...names, '--ref', 'two forms'], { cwd, env: { EXHIBIT_URL: url } })
    expect([rest.code, writes.length]).toEqual([0, 3])
    expect(rest.body.files.map(each => each.outcome)).toEqual(Array(52).fill('created'))
    const { artifacts: all } = await readReview(rest.body.review.id)
    expect(all.map(each => each.title)).toEqual(names.map(name => name.slice(0, 3).toUpperCase()))
  })

  it('`push` prints on stderr that it waits for a rate limit', async () => {
    let refused = 0
    const { url, writes } = await startCounting(each => (isForm(each) && refused++ === 0 ? 429 : 0))
    const { cwd } = await many(2)
    const child = cli.start(['push', '.', '--ref', 'limited', '--json'], {
      cwd,
      env: { EXHIBIT_URL: url },
      clock: true,
    })
    endWaits(child)
    const { code, stderr } = await endOf(child)
    expect([code, stderr, writes.length]).toEqual([0, '{"notice":"The server asks to wait 30 s."}\n', 2])
  })

  it('`push` splits a request that a proxy rejects as too large, but one large file fails', async () => {
    const isLarge = ({ headers }: IncomingMessage) => Number(headers['content-length']) > 5000
    const { url } = await startCounting(each => (isForm(each) && isLarge(each) ? 413 : 0))
    const { cwd, names } = await many(8)
    const sent = await push([...names, '--ref', 'divided'], { cwd, env: { EXHIBIT_URL: url } })
    expect([sent.code, sent.body.files.map(each => each.outcome)]).toEqual([0, Array(8).fill('created')])
    await writeFile(join(cwd, 'large.png'), await noise(60, 60).png().toBuffer())
    const failed = await cli.run(['push', 'large.png', '--ref', 'proxy'], { cwd, env: { EXHIBIT_URL: url } })
    expect([failed.code, failed.stdout]).toEqual([1, ''])
    expect(failed.stderr).toContain(
      `exhibit: large.png: A proxy in front of ${url} takes no request of this size (413). Send a smaller`,
    )
    const listed = await agent<{ projects: unknown[] }>('GET', '/v1/projects?externalRef=proxy')
    expect(listed.body.projects).toEqual([])
  })
})
