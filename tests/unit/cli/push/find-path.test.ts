import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findPath } from '../../../../cli/push/find-path'

const folder = await mkdtemp(join(tmpdir(), 'exhibit-path-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const screenshot = 'Screenshot 2026-11-27 at 9.41.00\u202fAM.png'
await mkdir(join(folder, 'two\u00a0words'))
for (const name of [
  screenshot,
  'two\u00a0words/a.png',
  'e\u0301te\u0301.png',
  'x\u2009y.png',
  'x\u3000y.png',
])
  await writeFile(join(folder, name), 'x')

describe('the path of a file', () => {
  it.each([
    ['Screenshot 2026-11-27 at 9.41.00 AM.png', screenshot],
    ['two words/a.png', 'two\u00a0words/a.png'],
    ['\u00e9t\u00e9.png', 'e\u0301te\u0301.png'],
    [screenshot, screenshot],
  ])('the file typed as %j is found, although its spaces or accents differ', async (typed, name) => {
    expect(await findPath(join(folder, typed))).toBe(join(folder, name))
  })

  it.each(['x y.png', 'none.png', 'Screenshot.png', 'none/a.png'])(
    'the file typed as %j is not found, because no file or more than one file is similar',
    async typed => {
      expect(await findPath(join(folder, typed))).toBeNull()
    },
  )
})
