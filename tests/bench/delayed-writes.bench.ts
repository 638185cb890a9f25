import { Agent, request } from 'node:http'
import { afterAll, beforeAll, it } from 'vitest'
import { startDelayingProxy, type DelayingProxy } from '../support/deployment/delaying-proxy'
import { createDatabase } from '../support/deployment/postgres'
import { startPostgres, type PostgresServer } from '../support/deployment/postgres-server'
import { pngImage } from '../support/media/samples'
import { signUp } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { startServer, type TestServer } from '../support/server/server'

/**
 * Measures comments on PostgreSQL through a proxy that adds a network's latency to each response: for one and
 * for five workspaces, on one node and on two nodes. The reference is the same measurement without latency.
 */
const DELAYS_MS = [0, 1.2]
const COUNT = 600
const CALLERS = 20

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres({ fsync: true })
  process.env.TEST_POSTGRES = postgres.url
})
afterAll(() => postgres.stop())

interface Workspace {
  artifactId: string
  token: string
}

async function newWorkspace(server: TestServer): Promise<Workspace> {
  const person = await signUp(server)
  const agent = await person.agent()
  const review = await newReview(agent, await person.project())
  const { artifactId } = await upload(agent, review, await pngImage(64, 64))
  return { artifactId, token: await person.token() }
}

/**
 * Creates comments from several concurrent callers, on the nodes in turn. Returns the rate and the median
 * latency.
 */
async function measure(server: TestServer, workspaces: Workspace[], nodes: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const times: number[] = []
  const comment = (i: number) =>
    new Promise<void>((resolve, reject) => {
      const { artifactId, token } = workspaces[i % workspaces.length] ?? { artifactId: '', token: '' }
      const url = `${server.nodeUrls[i % nodes]}/v1/artifacts/${artifactId}/annotations`
      const body = JSON.stringify({ geometry: { x: 0.5, y: 0.5 }, body: 'x' })
      const headers = {
        'authorization': `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const start = performance.now()
      request(url, { agent, method: 'POST', headers }, response => {
        response.resume().once('end', () => {
          times.push(performance.now() - start)
          if (response.statusCode === 201) resolve()
          else reject(new Error(`status ${response.statusCode}`))
        })
      })
        .on('error', reject)
        .end(body)
    })
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (next < COUNT) await comment(next++)
    }),
  )
  const seconds = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  agent.destroy()
  return `${(COUNT / seconds).toFixed(0)}/s, p50 ${times[COUNT >> 1]?.toFixed(0)} ms`
}

it('measures comments on PostgreSQL with added latency', async () => {
  const lines = ['| added latency | workspaces | one node | two nodes |', '| --- | ---: | ---: | ---: |']
  for (const delayMs of DELAYS_MS) {
    const proxy: DelayingProxy = await startDelayingProxy(await createDatabase(postgres.url), { delayMs })
    const env = { CHECK_RESPONSES: 'off', RATE_LIMITS: 'off', DATABASE_URL: proxy.url }
    const server = await startServer(env, { deployment: 'two-nodes' })
    const workspaces: Workspace[] = []
    for (let i = 0; i < 5; i++) workspaces.push(await newWorkspace(server))
    for (const some of [workspaces.slice(0, 1), workspaces]) {
      const cells = [await measure(server, some, 1), await measure(server, some, 2)]
      lines.push(`| ${delayMs} ms | ${some.length} | ${cells.join(' | ')} |`)
    }
    await server.stop()
    proxy.stop()
  }
  process.stdout.write(`${lines.map(line => `  ${line}`).join('\n')}\n`)
}, 600_000)
