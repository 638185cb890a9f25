import { afterAll, beforeAll, it } from 'vitest'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { pngImage } from '../support/media/samples'
import { load } from './support/load'
import { startMeasuredServer, type MeasuredServer } from './support/measured-server'
import { printRow } from './support/rows'
import { copyReview } from './support/seed'

/**
 * The number of reviews on the smaller server. It fills the largest page of a list, so that both servers
 * return pages of the same length.
 */
const FEW = 5000
const MANY = 100_000
const CONNECTIONS = 4

interface Filled {
  measured: MeasuredServer
  reviewId: string
}
let few: Filled
let many: Filled

beforeAll(async () => {
  few = await startFilled(FEW)
  many = await startFilled(MANY)
}, 600_000)
afterAll(async () => {
  await few.measured.stop()
  await many.measured.stop()
})

/** Starts a server with this many reviews. Each review has one artifact and one thread. */
async function startFilled(reviews: number): Promise<Filled> {
  const measured = await startMeasuredServer()
  const { agent, projectId, database } = measured
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, await pngImage(64, 48))
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'The button overlaps the label.',
  })
  copyReview(database, reviewId, reviews)
  await measured.restart()
  return { measured, reviewId }
}

const rows: { name: string; by: 'person' | 'agent'; path: (filled: Filled) => string }[] = [
  { name: '`GET /api/inbox`', by: 'person', path: () => '/api/inbox' },
  { name: '`GET /api/projects`', by: 'person', path: () => '/api/projects' },
  {
    name: '`GET /api/projects/{id}/reviews`',
    by: 'person',
    path: ({ measured }) => `/api/projects/${measured.projectId}/reviews`,
  },
  {
    name: '`GET /v1/projects?limit=10`',
    by: 'agent',
    path: () => '/v1/projects?limit=10',
  },
  {
    name: '`GET /v1/projects?externalRef=`',
    by: 'agent',
    path: () => '/v1/projects?externalRef=ref-5',
  },
  { name: '`GET /v1/reviews/{id}`', by: 'agent', path: ({ reviewId }) => `/v1/reviews/${reviewId}` },
]

it.each(rows)('$name', { timeout: 120_000 }, ({ name, by, path }) => {
  async function rate(filled: Filled): Promise<number> {
    const { server, headers, person } = filled.measured
    const { perSecond } = await load({
      url: server.url + path(filled),
      connections: CONNECTIONS,
      headers: by === 'agent' ? headers : { cookie: person.cookie },
    })
    return perSecond
  }
  return printRow({
    name: `${name} with ${MANY.toLocaleString('en')} reviews stored`,
    target: '≥ 0.77 (costs ≤ 1.3 ×)',
    measure: () => rate(many),
    references: { [`with ${FEW.toLocaleString('en')}`]: () => rate(few) },
  })
})
