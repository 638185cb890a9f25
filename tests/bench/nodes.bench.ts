import { Agent, request } from 'node:http'
import { afterAll, beforeAll, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import { signUp } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { declareUpload, put, upload } from '../support/reviews/uploads'
import type { DeploymentKind } from '../support/deployment/kind'
import { startPostgres, type PostgresServer } from '../support/deployment/postgres-server'
import { noise } from '../support/media/samples'
import { startServer, type TestServer } from '../support/server/server'
import { median } from './support/rows'

const ROUNDS = 3
const REVIEWS = 20
const CALLERS = 20

const kinds = ['standalone', 'postgres-s3', 'two-nodes'] as const satisfies DeploymentKind[]

interface Sent {
  path: string
  method?: string
  body?: unknown
}

/** A server under measurement, with reviews that the requests read and comment on. */
interface Target {
  server: TestServer
  reviews: { id: string; artifactId: string; embed: string }[]
  /**
   * Sends each request to the next node in turn. Returns the text of the response. Throws unless the status
   * is 2xx.
   */
  send: (sent: Sent) => Promise<string>
  declare: (reviewId: string, bytes: number) => Promise<DeclarationResult>
}

let postgres: PostgresServer
let png: Buffer
const targets = new Map<DeploymentKind, Target>()

beforeAll(async () => {
  postgres = await startPostgres({ fsync: true })
  process.env.TEST_POSTGRES = postgres.url
  png = await noise(160, 120).png().toBuffer()
  for (const kind of kinds) targets.set(kind, await startTarget(kind))
})
afterAll(async () => {
  for (const { server } of targets.values()) await server.stop()
  await postgres.stop()
})

async function startTarget(kind: DeploymentKind): Promise<Target> {
  const server = await startServer({ CHECK_RESPONSES: 'off' }, { deployment: kind })
  const person = await signUp(server)
  const agent = await person.agent()
  const token = await person.token()
  const projectId = await person.project()
  const reviews = await Promise.all(
    Array.from({ length: REVIEWS }, async (_, i) => {
      const id = await newReview(agent, projectId, `Review ${i}`)
      const { artifactId, embedUrl } = await upload(agent, id, png)
      for (let n = 0; n < 5; n++)
        await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
          geometry: { x: 0, y: n / 5 },
          body: 'x',
        })
      return { id, artifactId, embed: new URL(embedUrl ?? '').pathname }
    }),
  )
  const connections = new Agent({ keepAlive: true, maxSockets: CALLERS })
  let turn = 0
  const send = ({ path, method = 'GET', body }: Sent) =>
    new Promise<string>((resolve, reject) => {
      const node = server.nodeUrls[(turn += 1) % server.nodeUrls.length] ?? ''
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      }
      const sending = request(node + path, { agent: connections, method, headers }, response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const received = Buffer.concat(chunks).toString()
          if (response.statusCode && response.statusCode < 300) resolve(received)
          else reject(new Error(`${method} ${path} responded ${response.statusCode}: ${received}`))
        })
      })
      sending.on('error', reject)
      sending.end(text)
    })
  const declare = async (reviewId: string, bytes: number) =>
    (await declareUpload(agent, reviewId, { bytes })).body
  return { server, reviews, send, declare }
}

/**
 * Calls `run` with the numbers from 0 to `count` - 1, from this many concurrent callers. Returns the calls
 * per second.
 */
async function rate(count: number, callers: number, run: (i: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) await run(next++)
    }),
  )
  return count / ((performance.now() - start) / 1000)
}

const reviewOf = ({ reviews }: Target, i: number) => {
  const review = reviews[i % reviews.length]
  if (!review) throw new Error('no review')
  return review
}

const rows: { name: string; measure: (target: Target) => Promise<number> }[] = [
  {
    name: 'GET /v1/reviews/{id}, 20 callers',
    measure: target =>
      rate(1000, CALLERS, i => target.send({ path: `/v1/reviews/${reviewOf(target, i).id}` })),
  },
  {
    name: 'GET /e/… of 50 KiB, 20 callers',
    measure: target => rate(1000, CALLERS, i => target.send({ path: reviewOf(target, i).embed })),
  },
  {
    name: 'POST …/annotations on 20 reviews, 20 callers',
    measure: target =>
      rate(400, CALLERS, i =>
        target.send({
          method: 'POST',
          path: `/v1/artifacts/${reviewOf(target, i).artifactId}/annotations`,
          body: { geometry: { x: 0.5, y: 0.5 }, body: 'x' },
        }),
      ),
  },
  {
    name: 'POST …/threads on one review, 20 callers',
    measure: target =>
      rate(200, CALLERS, () =>
        target.send({
          method: 'POST',
          path: `/v1/reviews/${reviewOf(target, 0).id}/threads`,
          body: { kind: 'review', body: 'x' },
        }),
      ),
  },
  {
    name: 'declare, upload and complete a picture of 50 KiB, 8 callers',
    measure: target =>
      rate(48, 8, async i => {
        const { artifactId, revisionId, uploadUrl } = await target.declare(reviewOf(target, i).id, png.length)
        await put(uploadUrl, png)
        await target.send({
          method: 'POST',
          path: `/v1/artifacts/${artifactId}/complete`,
          body: { revisionId },
        })
      }),
  },
]

it('measures a node on SQLite and a folder, a node on PostgreSQL and S3, and two such nodes', async () => {
  const lines = [
    '| requests per second | SQLite, folder | PostgreSQL, S3 | ratio | two nodes | ratio |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ]
  for (const { name, measure } of rows) {
    const measured = new Map<DeploymentKind, number[]>(kinds.map(kind => [kind, []]))
    for (let round = 0; round < ROUNDS; round++)
      for (const [kind, target] of targets) measured.get(kind)?.push(await measure(target))
    const [one = 0, ...others] = kinds.map(kind => median(measured.get(kind) ?? []))
    const cells = others.map(each => `${each.toFixed(0)} | ${(each / one).toFixed(2)}`)
    lines.push(`| ${name} | ${one.toFixed(0)} | ${cells.join(' | ')} |`)
  }
  process.stdout.write(`${lines.map(line => `  ${line}`).join('\n')}\n`)
}, 600_000)
