import { isSheet, type SheetContent, type Side } from '~/compare/pair'
import { pageStore } from '~/ui/page/page-store'
import type { Views } from '~/compare/compare-views'
import type { ComputedRef, Ref } from 'vue'

/** The contact sheets of the page. */
export interface ContactSheet {
  /** The contact sheets that exist for the artifact, in the order of preference. */
  readonly sheets: ComputedRef<SheetContent[]>
  /** The sides on the open contact sheet; empty if no contact sheet is open. */
  readonly sheet: ComputedRef<Side[]>
  /**
   * The revision of the cell that was opened on the stage. Going back to the contact sheet shows that cell
   * again.
   */
  readonly openedCell: Readonly<Ref<string | null>>
  /**
   * Closes the contact sheet if one is open. Otherwise opens the sheet of variations, or the sheet of all
   * evidence if there are none; if two revisions are compared, opens the sheet of revisions.
   */
  toggleSheet: () => void
  /** Opens a cell of the contact sheet on the stage. */
  openCell: (side: Side) => void
}

const store = pageStore<ContactSheet>('contact sheet')

/** The contact sheets of the page. */
export function useContactSheet(): ContactSheet {
  return store.use()
}

/** Shares the contact sheets of the page with its components. */
export function provideContactSheet({
  beforeAfter,
  chosen,
  step,
  openedCell,
  shown,
  sheets,
  view,
  partner,
  sidesOf,
  show,
  openArtifact,
}: Views): ContactSheet {
  return store.provide({
    sheets,
    sheet: computed(() => (isSheet(view.value) ? sidesOf(view.value) : [])),
    openedCell,
    toggleSheet() {
      const isOfRevisions = partner.value?.artifact.id === shown.value?.artifact.id
      const preferred = isOfRevisions
        ? (['revisions', 'variations', 'evidence'] as const)
        : (['variations', 'evidence', 'revisions'] as const)
      const first = preferred.find(each => sheets.value.includes(each))
      show(isSheet(view.value) ? null : (first ?? null))
    },
    openCell(side) {
      openArtifact(side.artifact, side.revision)
      if (view.value === 'revisions') beforeAfter.close()
      openedCell.value = side.revision.id
      chosen.value = null
      step.value = 'opened'
    },
  })
}
