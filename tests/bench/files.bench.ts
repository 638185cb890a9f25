import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import { load, type Load } from './support/load'
import {
  equalFiles,
  startMeasuredServer,
  type EqualFile,
  type MeasuredServer,
} from './support/measured-server'
import { startNginx, startReference, type Reference } from './support/reference'
import { perProcessorSecond } from './support/process-state'
import { printRow } from './support/rows'

const KiB = 1024
const MiB = 1024 * KiB

let measured: MeasuredServer
let files: EqualFile[]
let references: [name: string, reference: Reference][]

const rows = [
  { bytes: 212 * KiB, connections: 16, target: '≥ 1.5 × sirv' },
  { bytes: MiB, connections: 8, target: '≥ 1.5 × sirv, ≥ 1.0 × nginx' },
  { bytes: 3 * MiB, connections: 8, target: '≥ 1.5 × sirv, ≥ 1.0 × nginx' },
  { bytes: 50 * MiB, connections: 4, target: '≥ 1.5 × sirv, ≥ 1.0 × nginx' },
]

beforeAll(async () => {
  measured = await startMeasuredServer()
  const { folder } = measured
  files = await equalFiles(
    measured,
    rows.map(({ bytes }) => bytes),
  )
  const nginx = await startNginx(folder, join(folder, 'nginx'))
  references = [['sirv', await startReference('sirv', { FOLDER: folder })]]
  if (nginx) references.push(['nginx', nginx])
})
afterAll(async () => {
  for (const [, reference] of references) await reference.stop()
  await measured.stop()
})

const textOf = (bytes: number) => (bytes < MiB ? `${bytes / KiB} KiB` : `${bytes / MiB} MiB`)

/**
 * Prints two rows. The first has the requests per second, which the load generator can limit if it is slower
 * than the server. The second has the requests per second of the server's processor time.
 */
async function printFileRows(name: string, bytes: number, options: Omit<Load, 'url'>, target: string) {
  const file = files.find(each => each.bytes === bytes)
  if (!file) throw new Error(`no file of ${bytes} bytes`)
  const print = (unit: string, rate: (url: string, pid: number) => Promise<number>) =>
    printRow({
      name,
      target,
      unit,
      measure: () => rate(file.url, measured.server.pid),
      references: Object.fromEntries(
        references.map(([each, { url, pid }]) => [each, () => rate(`${url}/${file.name}`, pid)]),
      ),
    })
  await print('/s', async url => (await load({ ...options, url })).perSecond)
  await print(' per processor second', (url, pid) =>
    perProcessorSecond(pid, async () => (await load({ ...options, url })).requests),
  )
}

it.each(rows)('measures downloads of $bytes bytes', { timeout: 120_000 }, ({ bytes, connections, target }) =>
  printFileRows(`\`GET /e/…\` of ${textOf(bytes)}, ${connections} clients`, bytes, { connections }, target),
)

it('measures downloads of a byte range', { timeout: 120_000 }, () => {
  const headers = { range: `bytes=${MiB}-${MiB + 64 * KiB - 1}` }
  const name = '64 KiB range of 50 MiB, 16 clients'
  return printFileRows(name, 50 * MiB, { connections: 16, headers }, '≥ 1.2 × sirv')
})
