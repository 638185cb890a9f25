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

function printFileRow(name: string, bytes: number, options: Omit<Load, 'url'>, target: string) {
  const file = files.find(each => each.bytes === bytes)
  if (!file) throw new Error(`no file of ${bytes} bytes`)
  const rate = async (url: string) => (await load({ ...options, url })).perSecond
  return printRow({
    name,
    target,
    measure: () => rate(file.url),
    references: Object.fromEntries(
      references.map(([each, { url }]) => [each, () => rate(`${url}/${file.name}`)]),
    ),
  })
}

it.each(rows)('sends files of $bytes bytes', { timeout: 120_000 }, ({ bytes, connections, target }) =>
  printFileRow(`\`GET /e/…\` of ${textOf(bytes)}, ${connections} clients`, bytes, { connections }, target),
)

it('sends a range', { timeout: 120_000 }, () => {
  const headers = { range: `bytes=${MiB}-${MiB + 64 * KiB - 1}` }
  const name = '64 KiB range of 50 MiB, 16 clients'
  return printFileRow(name, 50 * MiB, { connections: 16, headers }, '≥ 1.2 × sirv')
})
