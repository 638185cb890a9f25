import type { provideReview } from '~/review/use-review'
import type { Revision } from '#shared/contract/artifact'
import {
  choosePartner,
  orderPair,
  partnersOf,
  variationsOf,
  type CompareMode,
  type CompareView,
  type Side,
} from '~/compare/pair'
import type { Box } from '~/annotation/projection'

type Review = ReturnType<typeof provideReview>
/** A box in fractions of one side's picture. */
interface Spot {
  revisionId: string
  box: Box
}
interface CompareState {
  wanted: Ref<CompareView | null>
  partnerId: Ref<string | null>
  spot: Ref<Spot | null>
}

/** One state for each review page, found by all of its components. */
const states = new WeakMap<Review, CompareState>()

function stateOf(review: Review): CompareState {
  const state = states.get(review) ?? { wanted: ref(null), partnerId: ref(null), spot: shallowRef(null) }
  states.set(review, state)
  return state
}

/**
 * What is compared with what, and how. It stays while one goes through evidence that has something to
 * compare.
 */
export function useCompare(review: Review = useReview()) {
  const { artifacts, artifact, revision, openArtifact } = review
  const { wanted, partnerId, spot } = stateOf(review)

  const shown = computed<Side | null>(() =>
    artifact.value && revision.value ? { artifact: artifact.value, revision: revision.value } : null,
  )
  const partners = computed(() => (shown.value ? partnersOf(shown.value, artifacts.value) : []))
  const variations = computed(() => (artifact.value ? variationsOf(artifact.value, artifacts.value) : []))
  const view = computed<CompareView | null>(() => {
    if (wanted.value === 'variations') return variations.value.length > 1 ? 'variations' : null
    return partners.value.length > 0 ? wanted.value : null
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
    /** Older and newer, or variation and variation; null while nothing is compared. */
    pair: computed(() => (shown.value && partner.value ? orderPair(shown.value, partner.value) : null)),
    canCompare: computed(() => partners.value.length > 0),
    canBoard: computed(() => variations.value.length > 1),
    /** A place both pictures are to be seen at; whoever shows them takes it. */
    spot,
    /** Shows this way of comparing; leaves it when it is shown already. */
    toggle(next: CompareView) {
      wanted.value = view.value === next ? null : next
    },
    leave() {
      wanted.value = null
    },
    compareWith(side: Side) {
      partnerId.value = side.revision.id
    },
    /** What was noted on a revision beside how the same spot is now. */
    compareAt(side: Side, noted: Revision, box: Box) {
      openArtifact(side.artifact, side.revision)
      partnerId.value = noted.id
      spot.value = { revisionId: noted.id, box }
      wanted.value = wanted.value !== null && wanted.value !== 'variations' ? wanted.value : 'side-by-side'
    },
    restore(next: CompareView | null, revisionId: string | null) {
      wanted.value = next
      partnerId.value = revisionId
    },
  }
}
