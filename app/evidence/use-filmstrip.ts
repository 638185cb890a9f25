import { useChoice } from '~/ui/lists/use-choice'
import { useListSearch } from '~/ui/lists/use-list-search'
import { distinctions } from './distinctions'
import type { Artifact } from '#shared/contract/artifact'

/** A heading of the filmstrip, or a piece of evidence under one. */
export type FilmstripRow =
  | { key: string; title: string; count: number; folded: boolean }
  | { key: string; artifact: Artifact }

/** The rows of a filmstrip: the evidence that matches the search, under headings that can be folded. */
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
    /** Whether there is enough evidence to search it. */
    isLong,
    found,
    rows,
    /** The detail that distinguishes evidence of the same title, by artifact id. */
    details: computed(() => distinctions(artifacts.value)),
    /** Hides or shows the evidence under a heading. */
    fold(title: string) {
      if (!folded.value.delete(title)) folded.value.add(title)
    },
    ...useChoice(found, each => each.id),
  }
}
