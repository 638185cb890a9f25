import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import { findCycle, type Graph } from '../../support/source/find-cycle'

const domain = fileURLToPath(new URL('../../../server/domain', import.meta.url))
const folders = readdirSync(domain)

/**
 * Returns, for each folder of server/domain, the other folders that it imports from, including type imports.
 */
function importsBetweenFolders(): Graph {
  return new Map(
    folders.map(folder => {
      const sources = readdirSync(`${domain}/${folder}`).map(file =>
        readFileSync(`${domain}/${folder}/${file}`, 'utf8'),
      )
      const imported = sources.flatMap(source => [
        ...source.matchAll(/from '(?:~~\/server\/domain|\.\.)\/([a-z-]+)\//g),
      ])
      const others = imported.map(([, name = '']) => name).filter(name => name !== folder)
      return [folder, new Set(others)]
    }),
  )
}

/** Returns the name of the file of an operation: `addressThread` is in `address-thread.ts`. */
const fileOf = (id: string) => `${id.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.ts`

describe('server/domain', () => {
  it('the folders of server/domain have no circular imports, including type imports', () => {
    const graph = importsBetweenFolders()
    expect(graph.get('review')?.has('artifact')).toBe(true)
    expect(findCycle(graph)).toBeNull()
    expect(findCycle(new Map([...graph, ['artifact', new Set(['review'])]]))).not.toBeNull()
  })

  it('each operation has exactly one file in server/domain, with the name of the operation', () => {
    const homeless = Object.keys(contract).filter(
      id => folders.filter(folder => existsSync(`${domain}/${folder}/${fileOf(id)}`)).length !== 1,
    )
    expect(homeless).toEqual([])
  })
})
