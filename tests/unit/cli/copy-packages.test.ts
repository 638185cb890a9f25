import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyPackages } from '../../../cli/capture/serve/copy-packages'
import { newFolder } from '../../support/cli/cli'

it('packages are copied as hard links, generated code as files, and caches are left out', async () => {
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
  const isLinked = async (file: string) => {
    const [one, other] = await Promise.all([stat(join(from, file)), stat(join(to, file))])
    return one.ino === other.ino
  }
  expect([await isLinked('vue/dist/vue.js'), await isLinked('.prisma/client/index.js')]).toEqual([
    true,
    false,
  ])
  expect(await readFile(join(to, '.prisma/client/index.js'), 'utf8')).toBe('.prisma/client/index.js')
  expect(await readlink(join(to, '.bin/vue'))).toBe('../vue/dist/vue.js')
})
