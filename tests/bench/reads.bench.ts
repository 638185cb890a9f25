import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, it } from 'vitest'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { pngImage } from '../support/media/samples'
import { load } from './support/load'
import { startMeasuredServer, type MeasuredServer } from './support/measured-server'
import { perProcessorSecond } from './support/process-state'
import { startReference, type Reference } from './support/reference'
import { printLine, printRow } from './support/rows'

const ARTIFACTS = 50
const THREADS = 1000
const CONNECTIONS = 16
const CHANGES = 300

let measured: MeasuredServer
let raw: Reference
let reviewPath: string
let threadsPath: string
let database: Database.Database
/** Changes the text of the review's next comment. */
let editComment: () => void

beforeAll(async () => {
  measured = await startMeasuredServer()
  const { agent, person, projectId, folder } = measured
  database = new Database(measured.database)
  database.pragma('synchronous = OFF')
  await person.project('Second')
  await person.project('Third')
  const reviewId = await newReview(agent, projectId, 'Read')
  reviewPath = `/v1/reviews/${reviewId}`
  threadsPath = `${reviewPath}/threads`
  const png = await pngImage(64, 48)
  const artifacts: string[] = []
  for (let i = 0; i < ARTIFACTS; i++) {
    const { artifactId } = await upload(agent, reviewId, png, { title: `Screen ${i + 1}` })
    await upload(agent, reviewId, png, { artifactId })
    artifacts.push(artifactId)
  }
  for (let i = 0; i < THREADS; i++)
    await agent('POST', `/v1/artifacts/${artifacts[i % ARTIFACTS]}/annotations`, {
      geometry: { x: (i % 40) / 40, y: (i % 25) / 25 },
      body: `The button overlaps the label at this width. ${'More words. '.repeat(i % 7)}`,
    })
  for (const [name, path] of [
    ['review.json', reviewPath],
    ['threads.json', threadsPath],
  ] as const) {
    const { body } = await agent('GET', path)
    await writeFile(join(folder, name), JSON.stringify(body))
    printLine(`${path.replace(reviewId, '{id}')}: ${(JSON.stringify(body).length / 1024).toFixed(0)} KiB`)
  }
  editComment = editorOf(database, reviewId)
  raw = await startReference('raw', { FOLDER: folder, DATABASE: measured.database })
}, 600_000)
afterAll(async () => {
  database.close()
  await raw.stop()
  await measured.stop()
})

/**
 * Returns a function that changes a comment of a review: each call changes the text of another comment, and
 * adds a review version and an event as the server does. It writes to the database file in this process, so
 * that the processor time of the server does not include these writes.
 */
function editorOf(file: Database.Database, reviewId: string): () => void {
  const comments = file
    .prepare<[string], string>(
      'SELECT comment.id FROM comment JOIN thread ON thread.id = thread_id WHERE review_id = ?',
    )
    .pluck()
    .all(reviewId)
  const setBody = file.prepare('UPDATE comment SET body = ? WHERE id = ?')
  const addVersion = file.prepare('UPDATE review SET version = version + 1 WHERE id = ?')
  const addEvent = file.prepare(`
    INSERT INTO event (id, workspace_id, kind, actor_type, subject_id, review_id, review_version, created_at)
    SELECT 'evt_bench' || version, workspace_id, 'comment.updated', 'system', ?, id, version, 0
    FROM review WHERE id = ?`)
  let edits = 0
  return file.transaction(() => {
    const id = comments[edits++ % comments.length]
    setBody.run(`The button is ${edits} pixels too wide.`, id)
    addVersion.run(reviewId)
    addEvent.run(id, reviewId)
  })
}

async function rate(url: string, headers: Record<string, string> = {}): Promise<number> {
  return (await load({ url, connections: CONNECTIONS, headers: { ...measured.headers, ...headers } }))
    .perSecond
}
const own = (path: string, headers?: Record<string, string>) => rate(measured.server.url + path, headers)
const reference = (path: string) => rate(raw.url + path)

it('measures requests for the list of projects', { timeout: 120_000 }, () =>
  printRow({
    name: '`GET /v1/projects`, 3 rows',
    target: '≥ 0.5',
    measure: () => own('/v1/projects'),
    references: { 'raw with the token looked up': () => reference('/projects') },
  }),
)

it('measures responses with the status 304', { timeout: 120_000 }, async () => {
  const response = await fetch(measured.server.url + reviewPath, { headers: measured.headers })
  const etag = response.headers.get('etag') ?? ''
  await printRow({
    name: 'Review payload, 304',
    target: '≥ 0.4',
    measure: () => own(reviewPath, { 'if-none-match': etag }),
    references: { 'raw hello with the token looked up': () => reference('/hello') },
  })
})

it.each([
  {
    name: `Review payload, ${ARTIFACTS} artifacts`,
    path: () => reviewPath,
    file: '/review.json',
    unchanged: 1.5,
    changed: 0.25,
  },
  { name: `${THREADS} threads`, path: () => threadsPath, file: '/threads.json', unchanged: 5, changed: 0.5 },
])('$name', { timeout: 240_000 }, async ({ name, path, file, unchanged, changed }) => {
  const references = { 'raw JSON.stringify': () => reference(file) }
  await printRow({
    name: `${name}, unchanged`,
    target: `≥ ${unchanged}`,
    measure: () => own(path()),
    references,
  })
  const readChanged = async (url: string) => {
    const headers = { ...measured.headers, 'accept-encoding': 'identity' }
    for (let i = 0; i < CHANGES; i++) {
      editComment()
      await (await fetch(url, { headers })).arrayBuffer()
    }
    return CHANGES
  }
  const { url, pid } = measured.server
  await printRow({
    name: `${name}, changed before each read`,
    target: `≥ ${changed}`,
    unit: ' per processor second',
    measure: () => perProcessorSecond(pid, () => readChanged(url + path())),
    references: {
      'raw JSON.stringify': () => perProcessorSecond(raw.pid, () => readChanged(raw.url + file)),
    },
  })
})

it('measures small requests while other clients read large lists', { timeout: 120_000 }, async () => {
  const { headers, server } = measured
  const [, small] = await Promise.all([
    load({ url: server.url + threadsPath, connections: 4, headers, seconds: 5 }),
    load({ url: `${server.url}/v1/projects`, connections: 1, headers, seconds: 5 }),
  ])
  const name = `Other requests while 4 clients read ${THREADS} threads, p99`
  printLine(`| ${name} | ${small.p99.toFixed(1)} ms | | ≤ 25 ms |`)
})
