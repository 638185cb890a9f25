import Database from 'better-sqlite3'
import { it } from 'vitest'
import { newReview, upload } from '../support/server/client'
import { pngImage } from '../support/media/samples'
import { startMeasuredServer } from './support/measured-server'
import { perProcessorSecond } from './support/process-state'
import { printLine } from './support/rows'

const ROUNDS = 5
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

async function start(settings: Record<string, string>) {
  const measured = await startMeasuredServer(settings)
  const { agent, projectId } = measured
  const database = new Database(measured.database)
  database.pragma('synchronous = OFF')
  const png = await pngImage(64, 48)
  const reviews: Record<number, { path: string; edit: () => void }> = {}
  for (const threads of [5, 50, 500]) {
    const reviewId = await newReview(agent, projectId, `Read ${threads}`)
    const artifacts: string[] = []
    for (let i = 0; i < 5; i++)
      artifacts.push((await upload(agent, reviewId, png, { title: `Screen ${i}` })).artifactId)
    for (let i = 0; i < threads; i++)
      await agent('POST', `/v1/artifacts/${artifacts[i % 5]}/annotations`, {
        geometry: { x: (i % 40) / 40, y: (i % 25) / 25 },
        body: `The button overlaps the label at this width. ${'More words. '.repeat(i % 7)}`,
      })
    reviews[threads] = { path: `/v1/reviews/${reviewId}/threads`, edit: editorOf(database, reviewId) }
  }
  return { measured, reviews }
}

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
    SELECT 'evt_bench' || id || version, workspace_id, 'comment.updated', 'system', ?, id, version, 0
    FROM review WHERE id = ?`)
  let edits = 0
  return file.transaction(() => {
    const id = comments[edits++ % comments.length]
    setBody.run(`The button is ${edits} pixels too wide.`, id)
    addVersion.run(reviewId)
    addEvent.run(id, reviewId)
  })
}

it('lists threads with and without the cache', { timeout: 1_200_000 }, async () => {
  const servers = { on: await start({}), off: await start({ NO_LISTED: '1' }) }
  for (const threads of [5, 50, 500])
    for (const reads of [1, 10]) {
      const changes = Math.round((threads === 500 ? 60 : 300) / (reads === 10 ? 3 : 1))
      const results: Record<'on' | 'off', number[]> = { on: [], off: [] }
      for (let round = 0; round < ROUNDS + 1; round++)
        for (const mode of ['on', 'off'] as const) {
          const { measured, reviews } = servers[mode]
          const { path, edit } = reviews[threads] ?? { path: '', edit: () => undefined }
          const headers = { ...measured.headers, 'accept-encoding': 'identity' }
          const rate = await perProcessorSecond(measured.server.pid, async () => {
            for (let i = 0; i < changes; i++) {
              edit()
              for (let j = 0; j < reads; j++)
                await (await fetch(measured.server.url + path, { headers })).arrayBuffer()
            }
            return changes * reads
          })
          if (round > 0) results[mode].push(rate)
        }
      const ratios = results.on.map((each, index) => each / (results.off[index] ?? 1))
      printLine(
        `LISTED ${threads} threads, a change before ${reads} reads: with ${median(results.on).toFixed(0)}, without ${median(results.off).toFixed(0)} per processor second; ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      )
    }
  await servers.on.measured.stop()
  await servers.off.measured.stop()
})
