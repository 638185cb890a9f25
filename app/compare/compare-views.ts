import {
  choosePartner,
  isSheet,
  modesOf,
  partnersOf,
  sheetContents,
  type CompareMode,
  type CompareView,
  type SheetContent,
  type Side,
} from '~/compare/pair'
import { sheetSides } from '~/compare/sheet-contents'
import type { BeforeAfter } from '~/compare/use-before-after'
import type { Comparison } from '~/compare/use-compare'
import type { CompareHistory } from '~/compare/use-compare-history'
import { commentedRevision, fixRevisions } from '~/review-state/fix-revisions'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ComputedRef, Ref } from 'vue'

/**
 * A step in the browser's history: a comparison, a contact sheet or a cell of a contact sheet was opened, or
 * a comparison or contact sheet was closed.
 */
export type CompareStep = 'opened' | 'closed'

/** The parts of a review page's state that its comparison reads. */
export type ComparedState = Pick<ReviewState, 'access' | 'selection' | 'selected' | 'draft'>

/**
 * Returns the level of a view in the browser's history. The stage is level 0, a contact sheet level 1, a
 * comparison level 2. A view is opened from a lower level, and going back to a lower level closes the view.
 */
const depthOf = (view: CompareView | null) => (view === null ? 0 : isSheet(view) ? 1 : 2)

/** The open view of a page and its sides. The comparison, its contact sheets and their history share them. */
export interface Views
  extends
    Pick<Comparison, 'view' | 'mode' | 'partner' | 'partners' | 'canCompare' | 'modes'>,
    Pick<CompareHistory, 'urlView' | 'step'>,
    Pick<ComparedState['selection'], 'openArtifact'> {
  readonly beforeAfter: BeforeAfter
  /** The view that the person has chosen; null if they have chosen none. */
  readonly chosen: Ref<CompareView | null>
  /** The id of the revision to compare with; null for the partner that fits best. */
  readonly partnerId: Ref<string | null>
  /** The id of the revision whose cell of a contact sheet was opened; null if none was. */
  readonly openedCell: Ref<string | null>
  /** The evidence on the stage; null while the review has none. */
  readonly shown: ComputedRef<Side | null>
  /** The contact sheets that have at least one cell. */
  readonly sheets: ComputedRef<SheetContent[]>
  /** Returns the cells of a contact sheet. */
  sidesOf: (content: SheetContent) => Side[]
  /** Shows a view, or closes the view if it is null, and adds a step to the browser's history if needed. */
  show: (next: CompareView | null) => void
  /** Opens the comparison that opens by itself, if the evidence on the stage has an earlier picture. */
  openBeforeAfter: () => void
  /**
   * Chooses the partner for a selected comment on the evidence: the revision of the comment, if it is earlier
   * than the one on the stage. A person who opens a comparison then sees what has changed since the comment.
   */
  chooseForComment: () => void
}

/** Creates the views of a page. */
export function createViews(state: ComparedState): Views {
  const { artifacts, artifact, revision, openArtifact } = state.selection
  const accepted = useAccepted(state)
  const beforeAfter = useBeforeAfter(state)
  const chosen = ref<CompareView | null>(null)
  const partnerId = ref<string | null>(null)
  const step = ref<CompareStep | null>(null)
  const openedCell = ref<string | null>(null)

  const shown = computed<Side | null>(() =>
    artifact.value && revision.value ? { artifact: artifact.value, revision: revision.value } : null,
  )
  const partners = computed(() =>
    shown.value ? partnersOf(shown.value, artifacts.value, accepted.value) : [],
  )
  const canCompare = computed(() => partners.value.length > 0)
  const sidesOf = (content: SheetContent) =>
    shown.value ? sheetSides(content, shown.value, artifacts.value) : []
  const sheets = computed(() => sheetContents.filter(each => sidesOf(each).length > 0))
  const modes = computed(() => modesOf(shown.value?.artifact.kind ?? 'image'))
  /** Whether the revision to compare with is known. A revision of another review is loaded first. */
  const isEarlierKnown = computed(
    () =>
      shown.value?.revision.id === partnerId.value ||
      partners.value.some(each => each.revision.id === partnerId.value),
  )
  const view = computed<CompareView | null>(() => {
    const opened = beforeAfter.isOpen.value && isEarlierKnown.value
    const next = chosen.value ?? (opened ? beforeAfter.mode.value : null)
    if (next === null) return null
    const isPossible = isSheet(next)
      ? sheets.value.includes(next)
      : canCompare.value && modes.value.includes(next)
    return isPossible ? next : null
  })
  const mode = computed<CompareMode | null>(() => (isSheet(view.value) ? null : view.value))
  const urlView = computed(() => (chosen.value === null ? null : view.value))
  function show(next: CompareView | null) {
    const deeper = depthOf(next) - depthOf(urlView.value)
    // A change of the mode adds no step to the history, even if the comparison has opened by itself and thus
    // added no step either.
    const isOtherMode = mode.value !== null && next !== null && !isSheet(next)
    if (deeper !== 0 && !isOtherMode) step.value = deeper > 0 ? 'opened' : 'closed'
    if (isSheet(view.value)) openedCell.value = null
    chosen.value = next
  }
  function openBeforeAfter() {
    const before = beforeAfter.open()
    if (before && (chosen.value === null || isSheet(chosen.value))) partnerId.value = before
  }
  // The watchers run synchronously, so that no other view is shown in between, and so that a URL without a
  // comparison can close a comparison that they have opened. When other evidence is opened, `openBeforeAfter`
  // runs first. If the earlier revision is known then, the watcher of `isEarlierKnown` follows. The watcher
  // of the compared sides runs last.
  //
  // The revision to compare with may be loaded late. The comparison does not open then if the person has
  // begun or opened a comment on the evidence in the meantime.
  watch(
    isEarlierKnown,
    now => {
      const busyWith = [state.draft.draft.value?.artifactId, state.selected.thread.value?.artifactId]
      if (now && busyWith.includes(artifact.value?.id)) beforeAfter.close()
    },
    { flush: 'sync' },
  )
  watch(() => artifact.value?.id, openBeforeAfter, { flush: 'sync' })

  const partner = computed(() =>
    mode.value && shown.value ? choosePartner(shown.value, partners.value, partnerId.value) : undefined,
  )

  // Continues to compare the same two sides when the other side is opened on the stage, for example because a
  // comment on it is opened.
  watch(
    [() => shown.value?.revision.id, () => partner.value?.revision.id],
    ([now], [before, partnerBefore]) => {
      if (mode.value && now !== before && now === partnerBefore) partnerId.value = before ?? null
    },
    { flush: 'sync' },
  )

  // A fix that is opened during a comparison is compared with the revision before it.
  watch(state.selected.focusRequest, () => {
    const { thread } = state.selected
    const fix = mode.value && thread.value && fixRevisions(thread.value, artifacts.value)
    if (fix && fix.after.id === shown.value?.revision.id) partnerId.value = fix.before.id
  })

  function chooseForComment() {
    const { thread } = state.selected
    if (!shown.value || thread.value?.artifactId !== shown.value.artifact.id) return
    const commented = commentedRevision(thread.value, artifacts.value)
    partnerId.value = commented && commented.index < shown.value.revision.index ? commented.id : null
  }

  return {
    beforeAfter,
    chosen,
    partnerId,
    step,
    openedCell,
    chooseForComment,
    shown,
    partners,
    canCompare,
    sheets,
    modes,
    view,
    mode,
    urlView,
    partner,
    sidesOf,
    show,
    openBeforeAfter,
    openArtifact,
  }
}
