import { byData, byDataValue } from '~/ui/elements/data-attributes'
import { isSheet } from '~/compare/pair'
import { comparison as text } from '~/text/stage'
import { focusFirst, focusTarget, tryFocus } from '~/ui/focus/focus-target'
import { pageStore } from '~/ui/page/page-store'
import type { Announcements } from '~/ui/messages/use-announcements'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { CompareState } from './use-compare'

/**
 * Moves the focus if a comparison or a contact sheet opens, changes or closes and the control with the focus
 * disappears. The focus moves to the pressed button of the mode; to an image of the next mode if a compared
 * image or the stage had the focus; or to the cell of the contact sheet that was opened on the stage. When
 * the view closes, the focus moves to the control that opened it, or else to the stage. When other evidence
 * is opened, the focus moves from the previous stage to the next one.
 */
export interface CompareFocus {
  /**
   * Moves the focus if the element with the focus disappeared. Each view calls this function when it is
   * mounted, because its code may be loaded only after the view was chosen. A contact sheet also calls it
   * when it shows the cell that was opened on the stage.
   */
  restore: () => void
}

const store = pageStore<CompareFocus>('compare focus')

/** Returns the object that moves the focus for the page's comparison. */
export function useCompareFocus(): CompareFocus {
  return store.use()
}

/** The selector of an image in a comparison. */
const compared = byData('compared')
/** The selectors of the controls of a comparison or contact sheet, the preferred one first. */
const controls = [
  `main ${byData('compare')}[aria-pressed=true]`,
  `main ${byDataValue('compare', 'close')}`,
  `main ${compared}`,
]
/**
 * The selectors of the elements that can receive the focus if no element had it, because a shortcut opened
 * the view. The images come first, because Space plays a compared video while an image has the focus.
 */
const imagesFirst = [`main ${compared}`, ...controls]
/** The selector of the buttons of the modes that are not chosen. */
const otherMode = `${byData('compare')}[aria-pressed=false]`
const openerOf = (revisionId: string) => `main ${byDataValue('open', revisionId)}`
const stage = `main ${byData('stage')}`

const isRendered = (element: HTMLElement) => element.getClientRects().length > 0

/**
 * Shares the object that moves the focus with the page's components. Announces to screen readers that a
 * comparison or contact sheet was closed.
 */
export function provideCompareFocus(
  { comparison: { view }, contactSheet: { sheet, openedCell }, history: { step } }: CompareState,
  { selection: { artifact, revision } }: Pick<ReviewState, 'selection'>,
  { announce }: Announcements,
): CompareFocus {
  let opener: HTMLElement | undefined
  /** The element that had the focus before the view changed. */
  let lastFocused: HTMLElement | undefined
  /** Whether the focus must be moved if the element that had it disappears. */
  let mustRestore = false
  /** Whether an action of the person opened the view, and not the URL of the page. */
  let isOpenedByPerson = false

  function returnFocus(): boolean {
    if (opener && tryFocus(opener)) return true
    // Looks for the button by its name, because the toolbar may have replaced the element.
    const name = opener?.dataset.compare
    return focusFirst([...(name ? [`main ${byDataValue('compare', name)}`] : []), stage])
  }

  function restore() {
    if (!mustRestore) return
    const focused = focusTarget()
    const isKept = focused !== undefined && isRendered(focused) && !focused.matches(otherMode)
    const cell = sheet.value.find(each => each.revision.id === openedCell.value)?.revision.id
    const targets = cell
      ? [openerOf(cell)]
      : lastFocused?.matches(`${compared}, ${stage}`) !== false
        ? imagesFirst
        : controls
    if (!isKept && !(view.value === null ? returnFocus() : focusFirst(targets))) return
    lastFocused = undefined
    mustRestore = false
  }

  // Runs synchronously, because `step` is cleared when the URL is updated.
  watch(
    step,
    now => {
      if (now === 'opened') isOpenedByPerson = true
    },
    { flush: 'sync' },
  )
  // Runs before the page is rendered, while the element with the focus still exists.
  watch(view, (now, before) => {
    const isOfAddress = before === null && !isOpenedByPerson
    isOpenedByPerson = false
    // If the URL opened the view and no element has the focus, the focus does not move.
    if (isOfAddress && !focusTarget()) return
    lastFocused = focusTarget() ?? lastFocused
    mustRestore = true
    if (before === null) opener = isOfAddress ? undefined : lastFocused
    if (now === null) announce(isSheet(before) ? text.closed.sheet : text.closed.comparison)
    void nextTick(restore)
  })
  watch([() => artifact.value?.id, () => revision.value?.id], () => {
    const focused = focusTarget()
    if (view.value !== null || !focused?.closest(stage)) return
    lastFocused = focused
    mustRestore = true
    opener = undefined
    void nextTick(restore)
  })

  return store.provide({ restore })
}
