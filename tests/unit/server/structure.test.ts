import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findCycle, type Graph } from '../../support/source/find-cycle'

const server = fileURLToPath(new URL('../../../server', import.meta.url))

/** Returns, for each folder of server/, the other folders that it imports from, including type imports. */
function importsBetweenFolders(): Graph {
  const graph = new Map<string, Set<string>>()
  for (const path of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    const [folder = '', file] = path.split('/')
    if (file === undefined || !path.endsWith('.ts')) continue
    const source = readFileSync(join(server, path), 'utf8')
    for (const [, specifier = ''] of source.matchAll(/(?:from |import |import\()'([^']+)'/g)) {
      const used = folderOf(path, specifier)
      if (used && used !== folder) graph.set(folder, (graph.get(folder) ?? new Set()).add(used))
    }
  }
  return graph
}

/** Returns the folder of server/ that an import of a file names; undefined if it names none. */
function folderOf(path: string, specifier: string): string | undefined {
  const target = specifier.startsWith('.')
    ? relative(server, join(server, dirname(path), specifier))
    : /^~~\/server\/(.+)/.exec(specifier)?.[1]
  return target?.startsWith('..') ? undefined : target?.split('/')[0]
}

it('the folders of server/ have no circular imports, including type imports', () => {
  const graph = importsBetweenFolders()
  expect(graph.get('db')?.has('settings')).toBe(true)
  expect(graph.get('process')?.has('settings')).toBe(true)
  expect(findCycle(graph)).toBeNull()
  expect(findCycle(new Map([...graph, ['settings', new Set(['process'])]]))).not.toBeNull()
})
