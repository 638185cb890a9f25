import { useChoice } from '~/ui/lists/use-choice'
import { useListSearch } from '~/ui/lists/use-list-search'
import { mayBeFolded } from '#shared/review/changes'
import { text } from '~/text/evidence'
import { distinctions } from './distinctions'
import type { Artifact } from '#shared/contract/artifact'

/** A row of the filmstrip: a heading, or one artifact under a heading. */
export type FilmstripRow =
  | { key: string; title: string; count: number; folded: boolean }
  | { key: string; artifact: Artifact }

/** Returns whether a person has not approved a piece of evidence, and it differs from what was accepted. */
const isToLookAt = (artifact: Artifact) => artifact.approval === null && !mayBeFolded(artifact)

/** The rows of the filmstrip: the artifacts that match the search, under headings that can be collapsed. */
export function useFilmstrip() {
  const { groups, artifacts } = useSelection()
  /** Whether only evidence is listed that no person has approved, now or by accepting the same pixels. */
  const isUnseenOnly = ref(false)
  const search = useListSearch(artifacts, each => [each.title, each.route, each.scenario].join(' '))
  const found = computed(() =>
    isUnseenOnly.value ? search.found.value.filter(isToLookAt) : search.found.value,
  )
  const toggled = ref(new Set<string>())
  /** What looks as it was accepted is folded at first, unless there is nothing else. */
  const isFoldedFirst = (title: string) => title === text.groups.same && groups.value.length > 1
  const rows = computed(() => {
    const isFound = new Set(found.value)
    return groups.value.flatMap(([title, members]): FilmstripRow[] => {
      const listed = members.filter(each => isFound.has(each))
      if (listed.length === 0) return []
      const isFolded = toggled.value.has(title) !== isFoldedFirst(title)
      const heading = { key: `group-${title}`, title, count: listed.length, folded: isFolded }
      return [heading, ...(isFolded ? [] : listed.map(artifact => ({ key: artifact.id, artifact })))]
    })
  })
  return {
    query: search.query,
    /** Whether there are enough artifacts for a search field. */
    isLong: search.isLong,
    found,
    rows,
    isUnseenOnly,
    /** The details that distinguish artifacts with the same title, by artifact id. */
    details: computed(() => distinctions(artifacts.value)),
    /** Hides the artifacts under a heading, or shows them again. */
    fold(title: string) {
      if (!toggled.value.delete(title)) toggled.value.add(title)
    },
    ...useChoice(found, each => each.id),
  }
}
