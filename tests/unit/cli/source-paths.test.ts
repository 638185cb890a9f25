import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RevisionContext } from '#shared/contract/context'
import { relativeSources } from '../../../cli/capture/source-paths'
import { newFolder } from '../../support/cli/cli'

const root = await newFolder('sources')
const folder = join(root, 'packages/web')
await mkdir(join(folder, 'src'), { recursive: true })
await writeFile(join(folder, 'src/Cart.tsx'), '')
await writeFile(join(root, 'shared.ts'), '')
await writeFile(`${root}-other.ts`, '')

it.each([
  ['a path below the folder of the server', '/src/Cart.tsx:41', 'packages/web/src/Cart.tsx:41'],
  ['a relative path', 'src/Cart.tsx:41', 'packages/web/src/Cart.tsx:41'],
  ['a path of the machine', join(folder, 'src/Cart.tsx:41'), 'packages/web/src/Cart.tsx:41'],
  ['a path that Vite serves from elsewhere', `/@fs${root}/shared.ts:3`, 'shared.ts:3'],
  ['a path below the root', '/packages/web/src/Cart.tsx', 'packages/web/src/Cart.tsx'],
  ['a path with a query', '/src/Cart.tsx?t=17:5', 'packages/web/src/Cart.tsx:5'],
  ['a URL of a file', `file://${root}/shared.ts:3`, 'shared.ts:3'],
  ['a file next to the repository', `${root}-other.ts:1`, null],
  ['a file above the repository', '../../../etc/passwd:1', null],
  ['a file that is not there', '/src/Gone.tsx:1', null],
  ['no source', null, null],
])('the source of an element is relative to the repository: %s', (_name, source, expected) => {
  const context = { elements: [{ source }] } as RevisionContext
  expect(relativeSources(context, { root, folder }).elements[0]?.source).toBe(expected)
})
