import Database from 'better-sqlite3'
import sharp from 'sharp'
import { afterAll, beforeAll, it } from 'vitest'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { newId } from '#shared/ids'
import { fileOf, formOf } from '../support/server/forms'
import { startMeasuredServer, type MeasuredServer } from './support/measured-server'
import { printRow } from './support/rows'

const SCREENS = 40
const CHANGED = 3
const KEYS = 10_000

let measured: MeasuredServer
/** The pictures of the screens: the accepted ones, and the changed ones that are pushed. */
let accepted: Buffer[]
let pushed: Buffer[]
let pushes = 0

beforeAll(async () => {
  measured = await startMeasuredServer()
  accepted = await Promise.all(Array.from({ length: SCREENS }, (_, screen) => draw(screen)))
  pushed = await Promise.all(accepted.map((data, screen) => (screen < CHANGED ? draw(screen, 200) : data)))
}, 120_000)
afterAll(() => measured.stop())

/** Draws a page of 1440 × 900 pixels with lines like text, and a panel of this width. */
function draw(screen: number, panel = 0): Promise<Buffer> {
  const rectangle = (left: number, top: number, width: number, height: number, background: string) => ({
    input: { create: { width, height, channels: 3 as const, background } },
    left,
    top,
  })
  const lines = Array.from({ length: 120 }, (_, line) =>
    rectangle(
      60 + (line % 3) * 440,
      100 + Math.floor(line / 3) * 18,
      60 + ((line * 37 + screen * 11) % 340),
      7,
      '#445',
    ),
  )
  return sharp({ create: { width: 1440, height: 900, channels: 3, background: '#fff' } })
    .composite([...lines, ...(panel > 0 ? [rectangle(500, 300, panel, 160, '#b34')] : [])])
    .png()
    .toBuffer()
}

/** Pushes the screens to a new review, under titles that begin with `name`. Returns the id of the review. */
async function push(name: string, screens: readonly Buffer[]): Promise<string> {
  const items = screens.map((_, screen) => ({ title: `${name} ${screen}` }))
  const { body } = await measured.agent<SubmittedEvidence>(
    'POST',
    '/v1/evidence',
    formOf({
      files: screens.map((data, screen) => fileOf(data, `screen-${screen}.png`)),
      items: JSON.stringify(items),
      externalRef: `push-${(pushes += 1)}`,
      projectId: measured.projectId,
    }),
  )
  return body.review.id
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1000
}

it('measures a push that is compared with accepted screens', { timeout: 300_000 }, async () => {
  const review = await push('Screen', accepted)
  await measured.person.call('POST', `/api/reviews/${review}/status`, { status: 'verified' })
  // The first comparisons of a media process are slower, until their code is compiled.
  for (let warming = 0; warming < 5; warming++) await push('Screen', pushed)
  let news = 0
  await printRow({
    name: `a push of ${SCREENS} screens, ${CHANGED} of them changed`,
    unit: ' s',
    target: '≤ 1.15',
    measure: () => seconds(() => push('Screen', pushed)),
    references: {
      'screens without an accepted revision': () => seconds(() => push(`New ${(news += 1)}`, pushed)),
    },
    rounds: 7,
  })
})

it('measures a push to a project with 10,000 accepted screens', { timeout: 300_000 }, async () => {
  const few = await measured.person.project('Few')
  const one = accepted.slice(0, 1)
  const small = { ...measured, projectId: few }
  const pushOne = async (to: MeasuredServer, name: string) => {
    const before = measured
    measured = to
    await push(name, one)
    measured = before
  }
  await push('Kept', one)
  storeAccepted()
  await printRow({
    name: `a push of one screen, ${KEYS.toLocaleString('en')} screens accepted`,
    unit: ' s',
    target: '≤ 1.3',
    measure: () => seconds(() => pushOne(measured, 'Kept')),
    references: { 'in a project with none': () => seconds(() => pushOne(small, 'Kept')) },
    rounds: 9,
  })
})

/** Stores accepted revisions of many screens in the measured project, without their files. */
function storeAccepted(): void {
  const database = new Database(measured.database)
  const [first] = database
    .prepare<[], { artifactId: string }>('SELECT artifact_id AS artifactId FROM revision LIMIT 1')
    .all()
  const insert = database.prepare(
    'INSERT INTO revision (id, artifact_id, "index", mime, bytes, baseline_key, accepted_at, created_at) ' +
      "VALUES (?, ?, ?, 'image/png', 1, ?, ?, 0)",
  )
  database.transaction(() => {
    for (let key = 0; key < KEYS; key++)
      insert.run(
        newId('revision'),
        first?.artifactId,
        key + 1000,
        `${measured.projectId}\u001fKey ${key}`,
        key,
      )
  })()
  database.close()
}
