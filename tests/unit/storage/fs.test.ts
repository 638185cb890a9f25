import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fsDriver } from '~~/server/storage/fs'
import { describeBlobDriver } from '../../support/blob-driver-suite'
import { collectGarbage } from '../../support/collect-garbage'

const newFolder = () => mkdtemp(join(tmpdir(), 'exhibit-blobs-'))
const child = fileURLToPath(new URL('write-blob-child.mjs', import.meta.url))
const MiB = 1024 * 1024

describeBlobDriver('fs', async () => {
  const folder = await newFolder()
  return { driver: fsDriver({ folder }), dispose: () => rm(folder, { recursive: true, force: true }) }
})

describe('the fs blob driver on its disk', () => {
  let folder: string
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('leaves no descriptor open after 200 aborted reads', async () => {
    const driver = fsDriver({ folder })
    await driver.write('originals/rvs_1/a', Readable.from([Buffer.alloc(8_000_000)]), { size: 8_000_000 })
    const open = async () => (await readdir('/proc/self/fd')).length
    const before = await open()
    await Promise.all(
      Array.from(
        { length: 200 },
        () =>
          new Promise<void>(resolve => {
            const stream = driver.read('originals/rvs_1/a')
            stream.once('data', () => stream.destroy())
            stream.once('close', () => resolve())
          }),
      ),
    )
    expect(await open()).toBeLessThanOrEqual(before + 2)
  })

  it('writes and reads 64 MiB with flat memory', async () => {
    const driver = fsDriver({ folder })
    const held = () => {
      // What is held, not what waits to be collected.
      collectGarbage()
      const { arrayBuffers, heapUsed } = process.memoryUsage()
      return arrayBuffers + heapUsed
    }
    const before = held()
    let most = 0
    let parts = 0
    const sample = () => {
      if (++parts % 64 === 0) most = Math.max(most, held() - before)
    }
    const source = Readable.from(
      (function* () {
        for (let i = 0; i < 1024; i++) {
          sample()
          yield Buffer.alloc(65_536, 1)
        }
      })(),
    )
    await driver.write('originals/rvs_1/a', source, { size: 64 * MiB })
    let read = 0
    for await (const part of driver.read('originals/rvs_1/a')) {
      sample()
      read += (part as Buffer).length
    }
    expect(read).toBe(64 * MiB)
    expect(parts).toBeGreaterThan(1100)
    expect(most).toBeLessThan(32 * MiB)
  })

  it('shows the earlier blob after a kill in the middle of a write, and sweeps what that left', async () => {
    const driver = fsDriver({ folder })
    await driver.write('originals/rvs_1/a', Readable.from(['first']), { size: 5 })
    const writing = spawn(
      process.execPath,
      [child, folder, 'originals/rvs_1/a', String(8 * MiB), String(16 * MiB)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(writing.stdout, 'data')
    writing.kill('SIGKILL')
    await once(writing, 'exit')
    expect(await readdir(join(folder, '.temporary'))).toHaveLength(1)
    const restarted = fsDriver({ folder })
    expect(String(await restarted.readRange('originals/rvs_1/a', 0, 99))).toBe('first')
    expect(await Array.fromAsync(restarted.keys())).toEqual(['originals/rvs_1/a'])
    expect(await restarted.sweepTemporary(3_600_000)).toBe(0)
    expect(await restarted.sweepTemporary(0)).toBe(1)
    expect(await readdir(join(folder, '.temporary'))).toEqual([])
  })

  // A small file system of one's own needs user namespaces, which some hosts forbid.
  const mount = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=4m none "$1" && shift && "$@"', 'sh']
  it.skipIf(spawnSync('unshare', [...mount, tmpdir(), 'true']).status !== 0)(
    'names a full disk, leaves nothing on it, and writes again when there is room',
    async () => {
      const write = (key: string, bytes: number) =>
        `"${process.execPath}" "${child}" "${folder}" originals/rvs_1/${key} ${bytes} ${bytes}`
      const script = [
        write('a', MiB),
        write('b', 8 * MiB),
        write('c', MiB),
        `find "${folder}" -type f -printf '%P\\n' | sort`,
      ].join('\n')
      const { stdout } = await promisify(execFile)('unshare', [...mount, folder, 'sh', '-c', script])
      expect(stdout.replaceAll('given\n', '').trim().split('\n')).toEqual([
        'written',
        'BlobSpaceError',
        'written',
        'originals/rvs_1/a',
        'originals/rvs_1/c',
      ])
    },
  )

  it('sweeps what unfinished writes left behind, once it is old enough, and nothing else', async () => {
    const driver = fsDriver({ folder })
    await driver.write('originals/rvs_1/a', Readable.from(['x']), { size: 1 })
    await mkdir(join(folder, '.temporary'), { recursive: true })
    const abandoned = join(folder, '.temporary', 'abandoned')
    await writeFile(abandoned, 'half')
    expect(await driver.sweepTemporary(3_600_000)).toBe(0)
    await utimes(abandoned, new Date(0), new Date(0))
    expect(await driver.sweepTemporary(3_600_000)).toBe(1)
    expect(await Array.fromAsync(driver.keys())).toEqual(['originals/rvs_1/a'])
  })

  it('lists no file that is no blob', async () => {
    const driver = fsDriver({ folder })
    await driver.write('originals/rvs_1/a', Readable.from(['x']), { size: 1 })
    for (const name of ['.DS_Store', 'reserve', 'originals/rvs_1/a.bak'])
      await writeFile(join(folder, name), 'not ours')
    expect(await Array.fromAsync(driver.keys())).toEqual(['originals/rvs_1/a'])
  })

  it('says so when its folder cannot be read, instead of showing an empty store', async () => {
    await writeFile(join(folder, 'file'), 'x')
    const driver = fsDriver({ folder: join(folder, 'file') })
    await expect(Array.fromAsync(driver.keys())).rejects.toThrow('ENOTDIR')
    await expect(driver.sweepTemporary(0)).rejects.toThrow('ENOTDIR')
  })

  it('leaves the socket of an upload it refuses, so that it can be answered', async () => {
    await writeFile(join(folder, 'file'), 'x')
    for (const [inside, refusal] of [
      ['blobs', 'BlobSizeError'],
      ['file', 'Error'],
    ] as const) {
      const driver = fsDriver({ folder: join(folder, inside) })
      const server = createServer((req, res) => {
        driver
          .write('originals/rvs_1/a', req, { size: 1000 })
          .catch((error: unknown) => res.end(error instanceof Error && error.name))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const sent = request({
        host: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        method: 'PUT',
        timeout: 60_000,
      })
      sent.write(Buffer.alloc(MiB))
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      expect(await text(answer)).toBe(refusal)
      sent.destroy()
      server.closeAllConnections()
      server.close()
    }
  })

  it('keeps files and folders to the owner', async () => {
    const inside = join(folder, 'new')
    await fsDriver({ folder: inside }).write('originals/rvs_1/a', Readable.from(['x']), { size: 1 })
    const mode = async (path: string) => (await stat(join(inside, path))).mode & 0o777
    expect(await mode('originals/rvs_1/a')).toBe(0o600)
    for (const each of ['.', 'originals', 'originals/rvs_1', '.temporary'])
      expect(await mode(each)).toBe(0o700)
  })
})
