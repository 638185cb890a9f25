import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertKeptHere } from '../../../../cli/capture/captured-files'
import { writeFileAtomically } from '../../../../cli/write-file-atomically'
import { newFolder } from '../../../support/cli/cli'

describe('the folder of `--out`', () => {
  it('`--out` is refused if a symbolic link leads it out of the current folder', async () => {
    const [cwd, outside] = [await newFolder('here'), await newFolder('outside')]
    await assertKeptHere('shots', cwd)
    await mkdir(join(cwd, 'shots'))
    await assertKeptHere('shots', cwd)
    await symlink('shots', join(cwd, 'inside'))
    await assertKeptHere('inside/new', cwd)
    await symlink(outside, join(cwd, 'linked'))
    await symlink(outside, join(cwd, 'shots/after'))
    for (const out of ['linked', 'linked/shots', 'shots', './shots/']) {
      const kept = assertKeptHere(out, cwd)
      await expect(kept).rejects.toMatchObject({ code: 'link_out' })
      await expect(kept).rejects.toMatchObject({ hint: expect.stringMatching(/name the folder to which/) })
    }
  })

  it('`--out` may name a folder outside of the current folder', async () => {
    const [cwd, outside] = [await newFolder('here'), await newFolder('outside')]
    await symlink(await newFolder('other'), join(outside, 'link'))
    await assertKeptHere(join(outside, 'link'), cwd)
    await assertKeptHere('..', cwd)
  })

  it('writing a file replaces a symbolic link, and does not change the file that it leads to', async () => {
    const [cwd, outside] = [await newFolder('here'), await newFolder('outside')]
    await writeFile(join(outside, 'own'), 'own')
    await symlink(join(outside, 'own'), join(cwd, 'home.png'))
    await writeFileAtomically(join(cwd, 'home.png'), new Uint8Array([1, 2]))
    expect(await readFile(join(outside, 'own'), 'utf8')).toBe('own')
    expect([...(await readFile(join(cwd, 'home.png')))]).toEqual([1, 2])
  })
})
