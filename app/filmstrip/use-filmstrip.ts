import { useChoice } from '~/ui/lists/use-choice'
import { text } from '~/text/evidence'
import { distinctions } from '~/evidence/distinctions'
import type { Artifact } from '#shared/contract/artifact'
import type { Density } from './use-density'

/** A heading of the filmstrip. */
export interface HeadingRow {
  key: string
  title: string
  count: number
  /** Whether the evidence below the heading is hidden; null for the first heading, which hides nothing. */
  collapsed: boolean | null
}

/** A row of the filmstrip: a heading, or the cells next to each other. */
export type FilmstripRow =
  | HeadingRow
  | {
      key: string
      cells: Artifact[]
      /** Whether the row ends with the tile that adds evidence. */
      adds: boolean
    }

/**
 * The rows of the filmstrip: the evidence that matches the filter, under headings that can be collapsed.
 * `isRail`: whether the filmstrip is a narrow rail next to a comparison. `adds`: whether the person may add
 * evidence. `preferred`: see {@link useDensity}.
 */
export function useFilmstrip({
  isRail = () => false,
  adds = () => false,
  preferred,
}: { isRail?: () => boolean; adds?: () => boolean; preferred?: Density } = {}) {
  const { groups, artifacts } = useSelection()
  const { filter } = useEvidenceFilter()
  const { ofArtifact } = useCommentCounts()
  const chosenDensity = useDensity(preferred)
  const density = computed<Density | 'rail'>(() => (isRail() ? 'rail' : chosenDensity.value))
  const columns = () => (density.value === 'small' ? 2 : 1)
  const found = computed(() => filter(artifacts.value, each => ofArtifact(each) > 0))
  const toggled = ref(new Set<string>())

  const rows = computed(() => {
    const isFound = new Set(found.value)
    const listed: FilmstripRow[] = []
    for (const [title, members] of groups.value) {
      const shown = members.filter(each => isFound.has(each))
      if (shown.length === 0) continue
      // The group of unchanged evidence is collapsed at first, unless it is the only group.
      const isFirst = listed.length === 0
      const collapsed = isFirst ? null : toggled.value.has(title) !== (title === text.groups.same)
      listed.push({ key: `group-${title}`, title, count: shown.length, collapsed })
      if (collapsed) continue
      for (let at = 0; at < shown.length; at += columns()) {
        const cells = shown.slice(at, at + columns())
        listed.push({ key: cells[0]?.id ?? '', cells, adds: false })
      }
    }
    if (!adds()) return listed
    const last = listed.at(-1)
    if (last && 'cells' in last && last.cells.length < columns()) last.adds = true
    else listed.push({ key: 'add', cells: [], adds: true })
    return listed
  })
  return {
    density,
    chosenDensity,
    found,
    rows,
    /** The details that distinguish artifacts with the same title, by artifact id. */
    details: computed(() => distinctions(artifacts.value)),
    /** Returns the key of the row with an artifact; undefined if the artifact is not listed. */
    rowOf: ({ id }: Artifact) =>
      rows.value.find(row => 'cells' in row && row.cells.some(each => each.id === id))?.key,
    /** Hides the artifacts under a heading, or shows them again. */
    toggleGroup(title: string) {
      if (!toggled.value.delete(title)) toggled.value.add(title)
    },
    ...useChoice(found, each => each.id),
  }
}
