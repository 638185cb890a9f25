import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  makeWorkFolder,
  removeStaleFolders,
  removeUsedFolders,
  withWorkFolder,
} from '~~/server/bytes/work-folder'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-work-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

it('a temporary folder is removed with its files after the work, even if the work fails', async () => {
  const failed = withWorkFolder(async path => {
    await writeFile(join(path, 'video'), 'x')
    throw new Error('failed')
  })
  await expect(failed).rejects.toThrow('failed')
  expect(await readdir(folder)).toEqual([])
})

it('the sweep of temporary folders removes an old one of an earlier process, but no recent one', async () => {
  const left = join(folder, 'exhibit-media-left')
  await mkdir(left)
  await utimes(left, 100, 100)
  expect(await removeStaleFolders(100_000)).toBe(0)
  expect(await removeStaleFolders(100_001)).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

it('the sweep removes no temporary folder in use, even if the clock was set forward by a year', async () => {
  const used = await makeWorkFolder()
  expect(await removeStaleFolders(Date.now() + 365 * 86_400_000)).toBe(0)
  expect(await readdir(folder)).toHaveLength(1)
  await used.remove()
  expect(await readdir(folder)).toEqual([])
})

it('the sweep of temporary folders does not delete other files in their directory', async () => {
  await writeFile(join(folder, 'other'), 'x')
  expect(await removeStaleFolders(Date.now() + 365 * 86_400_000)).toBe(0)
  expect(await readdir(folder)).toEqual(['other'])
})

it('at the exit of the process, the temporary folders in use are removed with their files', async () => {
  const used = await makeWorkFolder()
  await writeFile(join(used.path, 'original'), 'x')
  const other = join(folder, 'exhibit-media-other')
  await mkdir(other)
  removeUsedFolders()
  expect(await readdir(folder)).toEqual(['exhibit-media-other'])
  await used.remove()
})
