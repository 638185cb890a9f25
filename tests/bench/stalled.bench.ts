import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, it } from 'vitest'
import {
  equalFiles,
  startMeasuredServer,
  type EqualFile,
  type MeasuredServer,
} from './support/measured-server'
import { memoryOf, observed, openFilesOf } from './support/process-state'
import { printLine } from './support/rows'

const MiB = 1024 * 1024
const STALLED = 500
const ABORTED = 10_000

let measured: MeasuredServer
let file: EqualFile

beforeAll(async () => {
  measured = await startMeasuredServer()
  const [made] = await equalFiles(measured, [50 * MiB])
  if (!made) throw new Error('no file')
  file = made
}, 120_000)
afterAll(() => measured.stop())

function get(): Socket {
  const { hostname, port, pathname } = new URL(file.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return socket
}

it('measures the memory of a server whose clients stop reading', { timeout: 120_000 }, async () => {
  const { pid } = measured.server
  const before = await memoryOf(pid)
  const sockets = Array.from({ length: STALLED }, () => get().pause())
  const { peak } = await observed(pid, () => setTimeout(10_000))
  for (const socket of sockets) socket.destroy()
  printLine(
    `| Memory with ${STALLED} stalled readers of 50 MiB | ${(peak / MiB).toFixed(0)} MiB | ` +
      `${(before / MiB).toFixed(0)} MiB before | ≤ 550 MiB |`,
  )
})

it('measures how many files stay open after clients disconnect', { timeout: 120_000 }, async () => {
  const { pid } = measured.server
  const before = await openFilesOf(pid)
  const abort = () =>
    new Promise<void>(resolve => {
      const socket = get()
      socket.once('data', () => socket.destroy())
      socket.once('close', () => resolve())
    })
  for (let i = 0; i < ABORTED; i += 50) await Promise.all(Array.from({ length: 50 }, abort))
  await setTimeout(1000)
  printLine(
    `| Open files after ${ABORTED.toLocaleString('en')} disconnected readers | ${await openFilesOf(pid)} | ` +
      `${before} before | no more |`,
  )
})
