import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../../support/paths'

/** The maximum number of members of a page store. */
const MAX_MEMBERS = 12

/** Returns the number of members of each page store that a file defines with an interface, by its name. */
function membersOfStores(file: string): [name: string, members: number][] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
  const interfaces = source.statements.filter(each => ts.isInterfaceDeclaration(each))
  const stored = new Set([...source.text.matchAll(/\bpageStore<(\w+)>/g)].map(([, name]) => name))
  return interfaces
    .filter(each => stored.has(each.name.text))
    .map(each => [each.name.text, each.members.length])
}

it(`each page store has at most ${MAX_MEMBERS} members, so that a reader can take in its interface`, () => {
  const stores = globSync('app/**/*.ts', { cwd: root }).flatMap(membersOfStores)
  expect(Object.fromEntries(stores)).toHaveProperty('Selection')
  expect(stores.length).toBeGreaterThan(20)
  expect(stores.filter(([, members]) => members > MAX_MEMBERS)).toEqual([])
})
