import { useChoice } from '~/ui/lists/use-choice'
import { useListSearch } from '~/ui/lists/use-list-search'
import { distinctions } from './distinctions'
import type { Artifact } from '#shared/contract/artifact'

/** A row of the filmstrip: a heading, or one artifact under a heading. */
export type FilmstripRow =
  | { key: string; title: string; count: number; folded: boolean }
  | { key: string; artifact: Artifact }

/** The rows of the filmstrip: the artifacts that match the search, under headings that can be collapsed. */
export function useFilmstrip() {
  const { groups, artifacts } = useSelection()
  const { query, isLong, found } = useListSearch(artifacts, each =>
    [each.title, each.route, each.scenario].join(' '),
  )
  const folded = ref(new Set<string>())
  const rows = computed(() => {
    const isFound = new Set(found.value)
    return groups.value.flatMap(([title, members]): FilmstripRow[] => {
      const listed = members.filter(each => isFound.has(each))
      if (listed.length === 0) return []
      const isFolded = folded.value.has(title)
      const heading = { key: `group-${title}`, title, count: listed.length, folded: isFolded }
      return [heading, ...(isFolded ? [] : listed.map(artifact => ({ key: artifact.id, artifact })))]
    })
  })
  return {
    query,
    /** Whether there are enough artifacts for a search field. */
    isLong,
    found,
    rows,
    /** The details that distinguish artifacts with the same title, by artifact id. */
    details: computed(() => distinctions(artifacts.value)),
    /** Hides the artifacts under a heading, or shows them again. */
    fold(title: string) {
      if (!folded.value.delete(title)) folded.value.add(title)
    },
    ...useChoice(found, each => each.id),
  }
}
