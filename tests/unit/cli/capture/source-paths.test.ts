import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RevisionContext } from '#shared/contract/context'
import { relativeSources } from '../../../../cli/capture/source-paths'
import { newFolder } from '../../../support/cli/cli'

const root = await newFolder('sources')
const folder = join(root, 'packages/web')
await mkdir(join(folder, 'src'), { recursive: true })
await writeFile(join(folder, 'src/Cart.tsx'), '')
await writeFile(join(root, 'shared.ts'), '')
await writeFile(`${root}-other.ts`, '')
/** The files as Git lists them. A path below the folder of another package is searched only in this list. */
const files = ['packages/web/src/Cart.tsx', 'shared.ts', 'apps/shop/src/Menu.tsx', 'apps/shop/app.ts']

it.each([
  ['a path below the folder of the server', '/src/Cart.tsx:41', 'packages/web/src/Cart.tsx:41'],
  ['a relative path', 'src/Cart.tsx:41', 'packages/web/src/Cart.tsx:41'],
  ['a path of the machine', join(folder, 'src/Cart.tsx:41'), 'packages/web/src/Cart.tsx:41'],
  ['a path that Vite serves from elsewhere', `/@fs${root}/shared.ts:3`, 'shared.ts:3'],
  ['a path below the root', '/packages/web/src/Cart.tsx', 'packages/web/src/Cart.tsx'],
  ['a path with a query', '/src/Cart.tsx?t=17:5', 'packages/web/src/Cart.tsx:5'],
  ['a path below the folder of another package', '/src/Menu.tsx:9', 'apps/shop/src/Menu.tsx:9'],
  ['a path whose file only ends alike', '/rc/Menu.tsx:9', null],
  ['a URL of a file', `file://${root}/shared.ts:3`, 'shared.ts:3'],
  ['a file next to the repository', `${root}-other.ts:1`, null],
  ['a file above the repository', '../../../etc/passwd:1', null],
  ['a file that is not there', '/src/Gone.tsx:1', null],
  ['no source', null, null],
])('the source of an element is relative to the repository: %s', (_name, source, expected) => {
  const context = { elements: [{ source }] } as RevisionContext
  expect(relativeSources(context, { root, folder, files }).elements[0]?.source).toBe(expected)
})

const sourcesIn = (sources: string[], all: string[], from = root) => {
  const context = { elements: sources.map(source => ({ source })) } as RevisionContext
  return relativeSources(context, { root, folder: from, files: all }).elements.map(each => each.source)
}

it('of packages with the same path, the one with most files of the page is used, or none if tied', () => {
  const shop = ['apps/shop/src/Page.tsx', 'apps/shop/src/Menu.tsx']
  const admin = ['apps/admin/src/Page.tsx', 'apps/admin/src/Table.tsx']
  const page = ['/src/Page.tsx:3', '/src/Menu.tsx:4', '/src/Table.tsx:5', '/src/Menu.tsx:6']
  expect(sourcesIn(page, [...admin, ...shop])).toEqual(Array(4).fill(null))
  expect(sourcesIn(page.slice(0, 2), [...admin, ...shop])).toEqual(shop.map((each, n) => `${each}:${n + 3}`))
  expect(sourcesIn(['/src/Page.tsx:3'], [...admin, ...shop])).toEqual([null])
})

it('the package of the current folder is used, unless another one has more files of the page', () => {
  const all = ['packages/web/src/Cart.tsx', 'apps/shop/src/Cart.tsx', 'apps/shop/src/Menu.tsx']
  expect(sourcesIn(['/src/Cart.tsx:1', '/src/Menu.tsx:2'], all, folder)).toEqual([
    'apps/shop/src/Cart.tsx:1',
    'apps/shop/src/Menu.tsx:2',
  ])
  const ofMachine = join(folder, 'src/Cart.tsx:3')
  expect(sourcesIn(['/src/Cart.tsx:1', ofMachine], all, folder)).toEqual([
    'packages/web/src/Cart.tsx:1',
    'packages/web/src/Cart.tsx:3',
  ])
})
