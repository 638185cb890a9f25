import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyPackages } from '../../../../cli/capture/serve/copy-packages'
import { newFolder } from '../../../support/cli/cli'

it('a change of a copied package does not change the original, and caches are not copied', async () => {
  const folder = await newFolder('packages')
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  for (const name of ['vue/dist', '.bin', '.prisma/client', '.vite/deps', '.cache'])
    await mkdir(join(from, name), { recursive: true })
  for (const file of [
    'vue/dist/vue.js',
    '.prisma/client/index.js',
    '.vite/deps/vue.js',
    '.package-lock.json',
  ])
    await writeFile(join(from, file), file)
  await symlink('../vue/dist/vue.js', join(from, '.bin/vue'))
  await copyPackages(from, to)
  expect((await readdir(to)).toSorted()).toEqual(['.bin', '.package-lock.json', '.prisma', 'vue'])
  await writeFile(join(to, 'vue/dist/vue.js'), 'patched')
  expect(await readFile(join(from, 'vue/dist/vue.js'), 'utf8')).toBe('vue/dist/vue.js')
  expect(await readFile(join(to, '.prisma/client/index.js'), 'utf8')).toBe('.prisma/client/index.js')
  expect(await readlink(join(to, '.bin/vue'))).toBe('../vue/dist/vue.js')
})
