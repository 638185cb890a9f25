import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildId, commit, hashOf } from '../../../scripts/lib.mjs'

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-build-id-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'app'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

it('the build id is the same for the same files on every machine', () => {
  expect(buildId()).toMatch(/^[0-9a-f]{16}$/)
  expect(buildId()).toBe(buildId())
})

it('a build in a folder without a repository has the commit of the variable COMMIT', () => {
  vi.stubEnv('COMMIT', 'a'.repeat(41))
  expect(commit()).toBe('a'.repeat(40))
  vi.unstubAllEnvs()
})

it('the build id changes with the license and the version, which the command line contains', async () => {
  const folder = await folderWith({ 'LICENSE': 'MIT', 'package.json': '{"version":"1.0.0"}' })
  const before = buildId(folder)
  await writeFile(join(folder, 'LICENSE'), 'ISC')
  const relicensed = buildId(folder)
  await writeFile(join(folder, 'package.json'), '{"version":"1.0.1"}')
  expect(new Set([before, relicensed, buildId(folder)]).size).toBe(3)
})

it('the build id changes when a file is changed, renamed, added or moved', async () => {
  const files = { 'app/a.ts': 'one', 'app/b.ts': 'two' }
  const folder = await folderWith(files)
  const hash = () => hashOf(['app', 'missing.ts'], folder)
  const before = hash()
  expect(hashOf(['app', 'missing.ts'], await folderWith(files))).toBe(before)
  await writeFile(join(folder, 'app/b.ts'), 'twö')
  const changed = hash()
  await rename(join(folder, 'app/b.ts'), join(folder, 'app/c.ts'))
  const renamed = hash()
  await writeFile(join(folder, 'missing.ts'), '')
  const added = hash()
  await writeFile(join(folder, 'app/a.ts'), 'onetwö')
  await writeFile(join(folder, 'app/c.ts'), '')
  expect(new Set([before, changed, renamed, added, hash()]).size).toBe(5)
})
