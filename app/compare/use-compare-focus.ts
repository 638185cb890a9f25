import { byData, byDataValue } from '~/ui/elements/data-attributes'
import { isSheet } from '~/compare/pair'
import { comparison as text } from '~/text/stage'
import { focusFirst, focusTarget, tryFocus } from '~/ui/focus/focus-target'
import { pageStore } from '~/ui/page/page-store'
import type { Announcements } from '~/ui/messages/use-announcements'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { CompareState } from './use-compare'

/**
 * Moves the focus when a comparison or a contact sheet opens, changes or closes and the control with the
 * focus disappears. The focus moves to the pressed button of the mode, from a compared image to the image of
 * the next mode, or to the cell of a contact sheet that was opened on the stage. When the view closes, the
 * focus moves to the control that opened it, or else to the stage. When other evidence is opened, the focus
 * moves from the previous stage to the next one.
 */
export interface CompareFocus {
  /**
   * Moves the focus if the element with the focus disappeared. Each view calls this function when it is
   * mounted, because the view's code may load first. A contact sheet also calls it when it shows the cell
   * that was opened on the stage.
   */
  restore: () => void
}

const store = pageStore<CompareFocus>('compare focus')

/** The focus of the page's comparison. */
export function useCompareFocus(): CompareFocus {
  return store.use()
}

/** The selector of an image in a comparison. */
const compared = '[role=group][tabindex="0"]'
/** The selectors of the controls of a comparison or contact sheet, the preferred one first. */
const controls = [
  `main ${byData('compare')}[aria-pressed=true]`,
  `main ${byDataValue('compare', 'close')}`,
  `main ${compared}`,
]
/**
 * The selectors of where to put the focus if nothing had it before, because a shortcut opened the view. The
 * images come first, because Space plays a compared video while an image has the focus.
 */
const imagesFirst = [`main ${compared}`, ...controls]
/** The selector of the buttons of the modes that are not chosen. */
const otherMode = `${byData('compare')}[aria-pressed=false]`
const openerOf = (revisionId: string) => `main ${byDataValue('open', revisionId)}`
const stage = 'main [role=application]'

const isRendered = (element: HTMLElement) => element.getClientRects().length > 0

/**
 * Shares the focus of the comparison with the page's components, and announces when a comparison or contact
 * sheet is closed.
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
  /** Whether the person opened the view, and not the URL. */
  let isOpenedByPerson = false

  function returnFocus(): boolean {
    if (opener && tryFocus(opener)) return true
    // The toolbar may have replaced the button by a new one with the same name.
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
      : lastFocused?.matches(compared) !== false
        ? imagesFirst
        : controls
    if (!isKept && !(view.value === null ? returnFocus() : focusFirst(targets))) return
    lastFocused = undefined
    mustRestore = false
  }

  // Runs synchronously, because the step is cleared when the URL is updated.
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
    // On a page whose URL opened the view, nothing had the focus, so nothing is restored.
    if (isOfAddress && !focusTarget()) return
    lastFocused = focusTarget() ?? lastFocused
    mustRestore = true
    if (before === null) opener = lastFocused
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
