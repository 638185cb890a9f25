import {
  choosePartner,
  orderPair,
  partnersOf,
  variationsOf,
  type CompareMode,
  type CompareView,
  type Side,
} from '~/compare/pair'
import { pageStore } from '~/ui/page-store'
import type { Box } from '~/annotation/projection'
import type { Selection } from '~/review/use-selection'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { ComputedRef, Ref } from 'vue'

/** A box in fractions of one side's image. */
export interface CompareTarget {
  revisionId: string
  box: Box
}

/**
 * What is compared with what, and how. The chosen view stays while the person steps through evidence, and is
 * shown wherever there is something to compare.
 */
export interface Comparison {
  /** Null while nothing is compared. */
  readonly view: ComputedRef<CompareView | null>
  /** The view when it compares two images. */
  readonly mode: ComputedRef<CompareMode | null>
  readonly partner: ComputedRef<Side | undefined>
  /** The images that the one on the stage can be compared with. */
  readonly partners: ComputedRef<Side[]>
  /** The artifact's variation group, itself included. */
  readonly variations: ComputedRef<Artifact[]>
  /** Older and newer, or variation and variation; null while nothing is compared. */
  readonly pair: ComputedRef<[left: Side, right: Side] | null>
  readonly canCompare: ComputedRef<boolean>
  /** Whether there are variations to show side by side. */
  readonly canBoard: ComputedRef<boolean>
  /** What to scroll to; the stage clears it once it has. */
  readonly target: Ref<CompareTarget | null>
  /** Shows a view, or leaves it when it is shown already. */
  toggle: (next: CompareView) => void
  leave: () => void
  compareWith: (side: Side) => void
  /** Compares a revision with the one that a comment was made on, at the comment's box. */
  compareAt: (side: Side, commented: Revision, box: Box) => void
  /** Restores what an address names. */
  restore: (view: CompareView | null, revisionId: string | null) => void
}

const store = pageStore<Comparison>('comparison')

/** The comparison of the page. */
export function useCompare(): Comparison {
  return store.use()
}

/** Shares the comparison of the page with its components. */
export function provideCompare(selection: Selection): Comparison {
  return store.provide(createComparison(selection))
}

function createComparison({ artifacts, artifact, revision, openArtifact }: Selection): Comparison {
  const chosen = ref<CompareView | null>(null)
  const partnerId = ref<string | null>(null)
  const target = shallowRef<CompareTarget | null>(null)

  const shown = computed<Side | null>(() =>
    artifact.value && revision.value ? { artifact: artifact.value, revision: revision.value } : null,
  )
  const partners = computed(() => (shown.value ? partnersOf(shown.value, artifacts.value) : []))
  const variations = computed(() => (artifact.value ? variationsOf(artifact.value, artifacts.value) : []))
  const canCompare = computed(() => partners.value.length > 0)
  const canBoard = computed(() => variations.value.length > 1)
  const view = computed<CompareView | null>(() => {
    const isPossible = chosen.value === 'variations' ? canBoard.value : canCompare.value
    return isPossible ? chosen.value : null
  })
  const mode = computed<CompareMode | null>(() => (view.value === 'variations' ? null : view.value))
  const partner = computed(() =>
    mode.value && shown.value ? choosePartner(shown.value, partners.value, partnerId.value) : undefined,
  )

  return {
    view,
    mode,
    partner,
    partners,
    variations,
    pair: computed(() => (shown.value && partner.value ? orderPair(shown.value, partner.value) : null)),
    canCompare,
    canBoard,
    target,
    toggle(next) {
      chosen.value = view.value === next ? null : next
    },
    leave() {
      chosen.value = null
    },
    compareWith(side) {
      partnerId.value = side.revision.id
    },
    compareAt(side, commented, box) {
      openArtifact(side.artifact, side.revision)
      partnerId.value = commented.id
      target.value = { revisionId: commented.id, box }
      if (chosen.value === null || chosen.value === 'variations') chosen.value = 'side-by-side'
    },
    restore(next, revisionId) {
      chosen.value = next
      partnerId.value = revisionId
    },
  }
}
