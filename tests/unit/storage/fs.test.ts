import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobDriver } from '~~/server/storage/driver'
import { fsDriver } from '~~/server/storage/fs'
import { describeBlobDriver } from '../../support/data/blob-driver-suite'
import { bytesInUse } from '../../support/server/collect-garbage'
import { timeLimit } from '../../support/time-limit'

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

  const putByte = (driver: BlobDriver) =>
    driver.writeStream('rvs_1/original-a', Readable.from(['x']), { size: 1 })
  const keys = async (driver: BlobDriver) => (await Array.fromAsync(driver.list())).map(each => each.key)

  it('the fs blob driver leaves no file descriptor open after 200 aborted reads', async () => {
    const driver = fsDriver({ folder })
    const data = Readable.from([Buffer.alloc(8_000_000)])
    await driver.writeStream('rvs_1/original-a', data, { size: 8_000_000 })
    const source = await driver.open('rvs_1/original-a')
    const descriptors = async () => (await readdir('/proc/self/fd')).length
    const before = await descriptors()
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        const stream = source.stream()
        stream.once('data', () => stream.destroy())
        await once(stream, 'close')
      }),
    )
    expect(await descriptors()).toBeLessThanOrEqual(before + 2)
  })

  it('the fs blob driver writes and reads 64 MiB with a constant amount of memory', async () => {
    const SIZE = 64 * MiB
    const driver = fsDriver({ folder })
    const before = bytesInUse()
    const samples: number[] = []
    let moved = 0
    // Takes samples at positions in the stream instead of at times, so that the result does not depend on the
    // speed of the machine.
    const sample = (bytes: number) => {
      moved += bytes
      if (moved >= samples.length * 8 * MiB) samples.push(bytesInUse() - before)
    }
    const source = Readable.from(
      (function* () {
        for (let given = 0; given < SIZE; given += 65_536) {
          yield Buffer.alloc(65_536, 1)
          sample(65_536)
        }
      })(),
    )
    await driver.writeStream('rvs_1/original-a', source, { size: SIZE })
    expect(moved).toBe(SIZE)
    for await (const part of (await driver.open('rvs_1/original-a')).stream()) sample((part as Buffer).length)
    expect(moved).toBe(2 * SIZE)
    expect(samples.length).toBeGreaterThanOrEqual(16)
    // A few chunks of 512 KiB may be in memory at the same time.
    expect(Math.max(...samples)).toBeLessThan(SIZE / 8)
  })

  it('a process killed during a blob write leaves the earlier blob, and a removable file', async () => {
    const driver = fsDriver({ folder })
    await driver.writeStream('rvs_1/original-a', Readable.from(['first']), { size: 5 })
    const writing = spawn(
      process.execPath,
      [child, folder, 'rvs_1/original-a', String(8 * MiB), String(16 * MiB)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(writing.stdout, 'data')
    writing.kill('SIGKILL')
    await once(writing, 'exit')
    expect(await readdir(join(folder, '.temporary'))).toHaveLength(1)
    const restarted = fsDriver({ folder })
    expect(String(await (await restarted.open('rvs_1/original-a')).read(0, 99))).toBe('first')
    expect(await keys(restarted)).toEqual(['rvs_1/original-a'])
    expect(await restarted.removeUnfinished(3_600_000)).toBe(0)
    expect(await restarted.removeUnfinished(0)).toBe(1)
    expect(await readdir(join(folder, '.temporary'))).toEqual([])
  })

  // Runs the test only where a small file system can be mounted: this needs user namespaces, which some hosts
  // forbid.
  const mount = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=4m none "$1" && shift && "$@"', 'sh']
  it.skipIf(spawnSync('unshare', [...mount, tmpdir(), 'true']).status !== 0)(
    'the fs blob driver reports a full disk, leaves no partial blob, and can write again later',
    async () => {
      const write = (name: string, bytes: number) =>
        `"${process.execPath}" "${child}" "${folder}" rvs_1/original-${name} ${bytes} ${bytes}`
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
        'rvs_1/original-a',
        'rvs_1/original-c',
      ])
    },
  )

  it('the fs blob driver removes unfinished writes that are old enough, and no younger ones', async () => {
    const driver = fsDriver({ folder })
    await putByte(driver)
    await mkdir(join(folder, '.temporary'), { recursive: true })
    const abandoned = join(folder, '.temporary', 'abandoned')
    await writeFile(abandoned, 'half')
    expect(await driver.removeUnfinished(3_600_000)).toBe(0)
    await utimes(abandoned, new Date(0), new Date(0))
    expect(await driver.removeUnfinished(3_600_000)).toBe(1)
    expect(await keys(driver)).toEqual(['rvs_1/original-a'])
  })

  it('the fs blob driver never removes a file that is being written, even if a clock is wrong', async () => {
    const driver = fsDriver({ folder })
    const source = new PassThrough()
    const written = driver.writeStream('rvs_1/original-a', source, { size: 2 })
    source.write('a')
    await expect.poll(() => readdir(join(folder, '.temporary')).catch(() => [])).toHaveLength(1)
    expect(await driver.removeUnfinished(-1)).toBe(0)
    source.end('b')
    await written
    expect(String(await (await driver.open('rvs_1/original-a')).read(0, 2))).toBe('ab')
  })

  it('the fs blob driver lists only files that are blobs', async () => {
    const driver = fsDriver({ folder })
    await putByte(driver)
    for (const name of ['.DS_Store', 'reserve', 'rvs_1/original-a.bak'])
      await writeFile(join(folder, name), 'not ours')
    expect(await keys(driver)).toEqual(['rvs_1/original-a'])
  })

  it('the fs blob driver removes the folder of a revision with its last blob', async () => {
    const driver = fsDriver({ folder })
    await putByte(driver)
    await driver.removeItem('rvs_1/original-a')
    expect((await readdir(folder)).filter(name => !name.startsWith('.'))).toEqual([])
  })

  it('the fs blob driver throws when its folder cannot be read, instead of listing no blobs', async () => {
    await writeFile(join(folder, 'file'), 'x')
    const driver = fsDriver({ folder: join(folder, 'file') })
    await expect(keys(driver)).rejects.toThrow('ENOTDIR')
    await expect(driver.removeUnfinished(0)).rejects.toThrow('ENOTDIR')
  })

  it('the fs blob driver leaves the socket of a rejected upload open for the response', async () => {
    await writeFile(join(folder, 'file'), 'x')
    for (const [inside, errorName] of [
      ['blobs', 'BlobSizeError'],
      ['file', 'Error'],
    ] as const) {
      const driver = fsDriver({ folder: join(folder, inside) })
      const server = createServer((req, res) => {
        driver
          .writeStream('rvs_1/original-a', req, { size: 1000 })
          .catch((error: unknown) => res.end(error instanceof Error && error.name))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const sent = request({
        host: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        method: 'PUT',
        timeout: timeLimit(60_000),
      })
      sent.write(Buffer.alloc(MiB))
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      expect(await text(response)).toBe(errorName)
      sent.destroy()
      server.closeAllConnections()
      server.close()
    }
  })

  it('the fs blob driver creates files and folders that only the owner can access', async () => {
    const inside = join(folder, 'new')
    await putByte(fsDriver({ folder: inside }))
    const mode = async (path: string) => (await stat(join(inside, path))).mode & 0o777
    expect(await mode('rvs_1/original-a')).toBe(0o600)
    for (const each of ['.', 'rvs_1', '.temporary']) expect(await mode(each)).toBe(0o700)
  })
})
