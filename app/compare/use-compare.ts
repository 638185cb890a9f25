import {
  choosePartner,
  isSheet,
  modesOf,
  orderPair,
  partnersOf,
  sheetContents,
  type CompareMode,
  type CompareView,
  type SheetContent,
  type Side,
} from '~/compare/pair'
import { sheetSides } from '~/compare/sheet'
import { commentedRevision, fixRevisions } from '~/review-state/fix-revisions'
import { pageStore } from '~/ui/page/page-store'
import type { Box } from '#shared/annotation/projection'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { Revision } from '#shared/contract/artifact'
import type { ComputedRef, Ref } from 'vue'

/** The part of one side's image that a comparison must show: a box in fractions of the image. */
export interface CompareTarget {
  revisionId: string
  box: Box
}

/**
 * A step in the browser's history: a comparison, a contact sheet or a cell of a contact sheet was opened, or
 * a comparison or contact sheet was closed.
 */
export type CompareStep = 'opened' | 'closed'

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
   * Closes the contact sheet if one is open. Otherwise opens the first contact sheet; if two revisions are
   * compared, opens the sheet of revisions.
   */
  toggleSheet: () => void
  /** Opens a cell of the contact sheet on the stage. */
  openCell: (side: Side) => void
}

/** The state of the comparison in the page's URL and in the history of the browser. */
export interface CompareHistory {
  /** The view for the URL, which does not contain a comparison that has opened by itself. */
  readonly urlView: ComputedRef<CompareView | null>
  /** The latest step; null after it was added to the browser's history. */
  readonly step: Ref<CompareStep | null>
  /**
   * Restores the view and the partner that the URL contains. `names`: whether the URL contains a revision or
   * a comment; if it does, no comparison opens by itself.
   */
  restore: (view: CompareView | null, revisionId: string | null, names?: boolean) => void
}

const store = pageStore<Comparison>('comparison')
const sheetStore = pageStore<ContactSheet>('contact sheet')
const lastModeStore = pageStore<Readonly<Ref<CompareMode>>>('last mode')
const historyStore = pageStore<CompareHistory>('history of the comparison')

/**
 * Returns the level of a view in the browser's history. The stage is level 0, a contact sheet level 1, a
 * comparison level 2. A view is opened from a lower level, and going back to a lower level closes the view.
 */
const depthOf = (view: CompareView | null) => (view === null ? 0 : isSheet(view) ? 1 : 2)

/** The comparison of the page. */
export function useCompare(): Comparison {
  return store.use()
}

/** The mode that {@link Comparison.openView} opens without a view. */
export function useLastMode(): Readonly<Ref<CompareMode>> {
  return lastModeStore.use()
}

/** The contact sheets of the page. */
export function useContactSheet(): ContactSheet {
  return sheetStore.use()
}

/** The state of the page's comparison in the URL and the browser's history. */
export function useCompareHistory(): CompareHistory {
  return historyStore.use()
}

/** The comparison of the page, its contact sheets and their history. */
export interface CompareState {
  comparison: Comparison
  contactSheet: ContactSheet
  history: CompareHistory
}

type ComparedState = Pick<ReviewState, 'access' | 'selection' | 'selected' | 'draft'>

/** Shares the comparison of the page with its components. */
export function provideCompare(state: ComparedState): CompareState {
  const views = createViews(state)
  lastModeStore.provide(views.beforeAfter.mode)
  return {
    comparison: store.provide(createComparison(views)),
    contactSheet: sheetStore.provide(createContactSheet(views)),
    history: historyStore.provide(createHistory(views)),
  }
}

type Views = ReturnType<typeof createViews>

/**
 * Returns the open view, its sides and the functions that change them, which the comparison, its contact
 * sheets and their history share.
 */
function createViews(state: ComparedState) {
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

  /**
   * Chooses the partner for a selected comment on the evidence: the revision of the comment, if it is earlier
   * than the one on the stage. A person who opens a comparison then sees what has changed since the comment.
   */
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

function createContactSheet({
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
  return {
    sheets,
    sheet: computed(() => (isSheet(view.value) ? sidesOf(view.value) : [])),
    openedCell,
    toggleSheet() {
      const isOfRevisions = partner.value?.artifact.id === shown.value?.artifact.id
      const first = isOfRevisions && sheets.value.includes('revisions') ? 'revisions' : sheets.value[0]
      show(isSheet(view.value) ? null : (first ?? null))
    },
    openCell(side) {
      openArtifact(side.artifact, side.revision)
      if (view.value === 'revisions') beforeAfter.close()
      openedCell.value = side.revision.id
      chosen.value = null
      step.value = 'opened'
    },
  }
}

const createHistory = ({
  beforeAfter,
  chosen,
  partnerId,
  step,
  urlView,
  openBeforeAfter,
}: Views): CompareHistory => ({
  urlView,
  step,
  restore(next, revisionId, names = false) {
    chosen.value = next
    partnerId.value = revisionId
    step.value = null
    if (names) beforeAfter.close()
    else openBeforeAfter()
  },
})
