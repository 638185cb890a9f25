import { randomBytes } from 'node:crypto'
import { closeSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOpenFiles, type OpenFiles } from '~~/server/storage/open-files'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-open-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function newFile(name: string, text = name): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** Returns the names of the files in the test folder that this process has open. */
async function openNames(): Promise<string[]> {
  const paths = (await descriptors()).map(each => each.path).filter(each => each.startsWith(folder))
  return paths.map(each => each.slice(folder.length + 1).replace(/ \(deleted\)$/, '')).sort()
}

/** Returns the file descriptors of this process with their paths. */
async function descriptors(): Promise<{ descriptor: number; path: string }[]> {
  const links = (await readdir('/proc/self/fd')).map(async each => ({
    descriptor: Number(each),
    path: await readlink(`/proc/self/fd/${each}`).catch(() => ''),
  }))
  return Promise.all(links)
}

/** Opens a file, reads it to its end and closes the reader. */
async function textOf(files: OpenFiles, path: string): Promise<string> {
  const reader = await files.acquire(path)
  if (!reader) throw new Error(`${path} is not a file`)
  const into = Buffer.alloc(reader.size + 1)
  const bytes = await reader.read(into, 0)
  reader.close()
  return into.toString('utf8', 0, bytes)
}

it('the cache of open files keeps a file open for the next reader', async () => {
  const files = createOpenFiles()
  const path = await newFile('a', 'one')
  expect(await textOf(files, path)).toBe('one')
  expect(await openNames()).toEqual(['a'])
  // Replaces the file at the path while the old file is still open.
  await rm(path)
  await writeFile(path, 'two')
  expect(await textOf(files, path)).toBe('one')
  files.forget(path)
  expect(await textOf(files, path)).toBe('two')
  files.forget(path)
  await vi.waitFor(async () => expect(await openNames()).toEqual([]))
})

it('the cache of open files lets readers finish after it has forgotten their file', async () => {
  const files = createOpenFiles()
  const path = await newFile('a', 'text')
  const readers = await Promise.all([files.acquire(path), files.acquire(path)])
  files.forget(path)
  await rm(path)
  for (const reader of readers) {
    expect(await openNames()).not.toEqual([])
    const into = Buffer.alloc(4)
    await reader?.read(into, 0)
    expect(into.toString()).toBe('text')
    reader?.close()
    // A second call of `close` does not close the file of another reader.
    reader?.close()
  }
  await vi.waitFor(async () => expect(await openNames()).toEqual([]))
})

it('the cache of open files does not keep a file that is replaced while it is being opened', async () => {
  const files = createOpenFiles()
  const path = await newFile('a', 'old')
  const opening = files.acquire(path)
  files.forget(path)
  const reader = await opening
  await rm(path)
  await writeFile(path, 'new')
  expect(await textOf(files, path)).toBe('new')
  reader?.close()
  files.forget(path)
  await vi.waitFor(async () => expect(await openNames()).toEqual([]))
})

it('the cache of open files closes the least recently read file when too many are open', async () => {
  const files = createOpenFiles({ max: 2 })
  const paths = await Promise.all(['a', 'b', 'c'].map(name => newFile(name)))
  const [a = '', b = '', c = ''] = paths
  for (const path of [a, b, a, c]) await textOf(files, path)
  await vi.waitFor(async () => expect(await openNames()).toEqual(['a', 'c']))
  for (const path of paths) files.forget(path)
})

it('the cache of open files closes a file some time after its last reader has closed it', async () => {
  const files = createOpenFiles({ idleMs: 30 })
  await textOf(files, await newFile('a'))
  await vi.waitFor(async () => expect(await openNames()).toEqual([]))
})

it('the cache of open files returns null for a folder, and throws for a missing file', async () => {
  const files = createOpenFiles()
  await mkdir(join(folder, 'b'))
  expect(await files.acquire(join(folder, 'b'))).toBe(null)
  await vi.waitFor(async () => expect(await openNames()).toEqual([]))
  await expect(files.acquire(join(folder, 'c'))).rejects.toThrow('ENOENT')
})

it('the cache of open files returns the right bytes for repeated and for new parts of a file', async () => {
  const files = createOpenFiles()
  const bytes = randomBytes(300_000)
  const path = join(folder, 'large')
  await writeFile(path, bytes)
  const reader = await files.acquire(path)
  const read = async (start: number, length: number) => {
    const into = Buffer.alloc(length)
    const count = await reader?.read(into, start)
    return into.subarray(0, count)
  }
  const parts = [
    [0, 10],
    [5, 20],
    [65_000, 1000],
    [65_530, 12],
    [131_072, 65_536],
    [100_000, 200_000],
    [290_000, 20_000],
    [299_999, 1],
    [300_000, 10],
    [400_000, 10],
  ] as const
  for (const [start, length] of [...parts, ...parts])
    expect(await read(start, length)).toEqual(bytes.subarray(start, start + length))
  reader?.close()
  files.forget(path)
})

it('the cache of open files ignores an error of the operating system while it closes a file', async () => {
  const files = createOpenFiles()
  const path = await newFile('closed twice')
  const reader = await files.acquire(path)
  const descriptor = (await descriptors()).find(each => each.path === path)?.descriptor ?? -1
  closeSync(descriptor)
  files.forget(path)
  const uncaught = vi.fn()
  process.prependListener('uncaughtException', uncaught)
  reader?.close()
  // Waits until the file is closed. The thread pool runs `close` before the last of these calls has ended.
  for (let call = 0; call < 8; call++) await stat(folder)
  process.off('uncaughtException', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})

it('a read of a file that the cache of open files has closed is rejected, even a repeated one', async () => {
  const files = createOpenFiles()
  const path = await newFile('a', 'text')
  const reader = await files.acquire(path)
  await reader?.read(Buffer.alloc(4), 0)
  files.forget(path)
  reader?.close()
  await vi.waitFor(async () => expect(await openNames()).toEqual([]))
  await expect(reader?.read(Buffer.alloc(4), 0)).rejects.toThrow('EBADF')
})
