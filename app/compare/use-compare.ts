import { createViews, type ComparedState, type Views } from '~/compare/compare-views'
import { isSheet, orderPair, type CompareMode, type CompareView, type Side } from '~/compare/pair'
import { provideCompareHistory, type CompareHistory } from '~/compare/use-compare-history'
import { provideContactSheet, type ContactSheet } from '~/compare/use-contact-sheet'
import { pageStore } from '~/ui/page/page-store'
import type { Box } from '#shared/annotation/projection'
import type { Revision } from '#shared/contract/artifact'
import type { ComputedRef, Ref } from 'vue'

/** The part of one side's image that a comparison must show: a box in fractions of the image. */
export interface CompareTarget {
  revisionId: string
  box: Box
}

/**
 * The compared sides and the view. A view that the person has chosen stays when they go to other evidence,
 * and is shown for all evidence that can be compared. If the person has chosen none, evidence that changes an
 * earlier picture opens in a comparison with that picture.
 */
export interface Comparison {
  /** The view; null while nothing is compared. */
  readonly view: ComputedRef<CompareView | null>
  /** The view, if it compares two images or videos; null for a contact sheet or without a comparison. */
  readonly mode: ComputedRef<CompareMode | null>
  readonly partner: ComputedRef<Side | undefined>
  /** The sides that the image or video on the stage can be compared with. */
  readonly partners: ComputedRef<Side[]>
  /** The older and the newer revision, or two variations; null while no two sides are compared. */
  readonly pair: ComputedRef<[left: Side, right: Side] | null>
  readonly canCompare: ComputedRef<boolean>
  /**
   * The modes that exist for the kind of evidence on the stage, even if there is nothing to compare it with.
   */
  readonly modes: ComputedRef<readonly CompareMode[]>
  /** The box that the stage must scroll to; null after the stage has scrolled. */
  readonly target: Ref<CompareTarget | null>
  /**
   * Opens a view. Does nothing if the view is open already. Without a view, opens the mode that was used last
   * on this device. If a comment on an earlier revision is selected, a comparison is with that revision.
   */
  openView: (next?: CompareView) => void
  /** Closes the comparison or the contact sheet. */
  leave: () => void
  compareWith: (side: Side) => void
  /** Compares a revision with the revision that was commented on, and scrolls to the box of the comment. */
  compareAt: (side: Side, commented: Revision, box: Box) => void
}

const store = pageStore<Comparison>('comparison')
const lastModeStore = pageStore<Readonly<Ref<CompareMode>>>('last mode')

/** The comparison of the page. */
export function useCompare(): Comparison {
  return store.use()
}

/** The mode that {@link Comparison.openView} opens without a view. */
export function useLastMode(): Readonly<Ref<CompareMode>> {
  return lastModeStore.use()
}

/** The comparison of the page, its contact sheets and their history. */
export interface CompareState {
  comparison: Comparison
  contactSheet: ContactSheet
  history: CompareHistory
}

/** Shares the comparison of the page with its components. */
export function provideCompare(state: ComparedState): CompareState {
  const views = createViews(state)
  lastModeStore.provide(views.beforeAfter.mode)
  return {
    comparison: store.provide(createComparison(views)),
    contactSheet: provideContactSheet(views),
    history: provideCompareHistory(views),
  }
}

function createComparison({
  beforeAfter,
  chosen,
  partnerId,
  chooseForComment,
  shown,
  partners,
  canCompare,
  modes,
  view,
  mode,
  partner,
  show,
  openArtifact,
}: Views): Comparison {
  const target = shallowRef<CompareTarget | null>(null)
  return {
    view,
    mode,
    partner,
    partners,
    pair: computed(() => (shown.value && partner.value ? orderPair(shown.value, partner.value) : null)),
    canCompare,
    modes,
    target,
    openView(next = beforeAfter.mode.value) {
      if (view.value === next) return
      if (!isSheet(next)) beforeAfter.mode.value = next
      if (mode.value === null && !isSheet(next)) chooseForComment()
      // A comparison that the person opens replaces the one that opens by itself. Otherwise, going back from
      // it would show the other one instead of the stage.
      if (view.value === null && !isSheet(next)) beforeAfter.stop()
      show(next)
    },
    leave() {
      if (mode.value) beforeAfter.stop()
      show(null)
    },
    compareWith(side) {
      partnerId.value = side.revision.id
      if (mode.value) chosen.value = mode.value
    },
    compareAt(side, commented, box) {
      openArtifact(side.artifact, side.revision)
      partnerId.value = commented.id
      target.value = { revisionId: commented.id, box }
      if (chosen.value === null || isSheet(chosen.value)) show(mode.value ?? 'side-by-side')
    },
  }
}
