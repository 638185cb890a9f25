import { describe, expect, it } from 'vitest'
import { readClientUses } from '../../support/source/client-graph'
import { findCycle, type Graph } from '../../support/source/find-cycle'

const uses = readClientUses()

/** The folders whose subfolders must not import each other in a circle. */
type Top = 'app' | 'app/ui' | 'components'

/** Returns the subfolder of `top` that contains a file; null if the file is in none of them. */
function folderOf(file: string, top: Top): string | null {
  const [folder, ...rest] = file.startsWith(`${top}/`) ? file.slice(top.length + 1).split('/') : []
  return folder !== undefined && rest.length > 0 ? `${top}/${folder}` : null
}

/** Returns, for each subfolder of `top`, the other subfolders that it uses. */
function usesBetweenFolders(top: Top, of = uses): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of of) {
    const [user, used] = [folderOf(from, top), folderOf(to, top)]
    if (user && used && user !== used) graph.set(user, (graph.get(user) ?? new Set()).add(used))
  }
  return graph
}

/** The folders of `app/` that a review page consists of. Each uses only folders that are before it. */
const order = [
  ...['annotation', 'text', 'ui', 'account', 'workspace', 'review-state', 'evidence', 'filmstrip', 'comment'],
  ...['conversation', 'stage', 'video', 'context', 'probe', 'difference', 'compare'],
  ...['contact-sheet', 'compare-stage', 'fix', 'verdict', 'review-page'],
].map(each => `app/${each}`)

describe('the folders of the dashboard', () => {
  it('the folders of a review page use each other only in the order that docs/architecture.md states', () => {
    const place = (folder: string) => order.indexOf(folder)
    const found = [...usesBetweenFolders('app')].flatMap(([user, used]) =>
      [...used]
        .filter(each => place(user) >= 0 && place(each) > place(user))
        .map(each => `${user} → ${each}`),
    )
    expect(found).toEqual([])
  })

  it('the folders of app/ have no circular imports, including types and automatic imports', () => {
    const graph = usesBetweenFolders('app')
    // The graph contains type imports, and composables that Nuxt imports by name.
    expect(graph.get('app/compare')).toContain('app/annotation')
    expect(graph.get('app/video')).toContain('app/stage')
    expect(findCycle(graph)).toBeNull()
    const opposite = { from: 'app/annotation/time.ts', to: 'app/compare/pair.ts' }
    expect(findCycle(usesBetweenFolders('app', [...uses, opposite]))).not.toBeNull()
  })

  it('app/annotation is pure: it uses no other folder of app/, such as texts or stores', () => {
    expect([...(usesBetweenFolders('app').get('app/annotation') ?? [])]).toEqual([])
  })

  it('the folders of app/ui have no circular imports', () => {
    const graph = usesBetweenFolders('app/ui')
    expect(graph.get('app/ui/messages')).toContain('app/ui/page')
    expect(findCycle(graph)).toBeNull()
  })

  it('the folders of components/ have no circular imports, including imports that Nuxt adds', () => {
    const graph = usesBetweenFolders('components')
    expect(graph.get('components/video')).toContain('components/stage')
    expect(findCycle(graph)).toBeNull()
  })
})
