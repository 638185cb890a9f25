import { afterAll, beforeAll, it } from 'vitest'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { pngImage } from '../support/media/samples'
import { load } from './support/load'
import { startMeasuredServer, type MeasuredServer } from './support/measured-server'
import { startReference, type Reference } from './support/reference'
import { printRow } from './support/rows'

let measured: MeasuredServer
let raw: Reference
let path: string

beforeAll(async () => {
  measured = await startMeasuredServer()
  const { agent, projectId, folder, database } = measured
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, await pngImage(64, 48))
  path = `/v1/artifacts/${artifactId}/annotations`
  raw = await startReference('raw', { FOLDER: folder, DATABASE: database })
})
afterAll(async () => {
  await raw.stop()
  await measured.stop()
})

it('measures how many comments the server stores durably per second', { timeout: 120_000 }, () => {
  const body = JSON.stringify({ geometry: { x: 0.5, y: 0.5 }, body: 'The button overlaps the label.' })
  const headers = { ...measured.headers, 'content-type': 'application/json' }
  const rate = async (url: string) => (await load({ url, connections: 16, headers, body })).perSecond
  return printRow({
    name: '`POST …/annotations`, durable, 16 callers',
    target: '≥ 0.8',
    measure: () => rate(measured.server.url + path),
    references: { 'raw transaction of four rows': () => rate(`${raw.url}/comments`) },
  })
})
