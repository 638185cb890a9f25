import { buttonOfCard } from './focus-target'

/** The selector of open cards. A card has the role `dialog` too, but does not cover the page. */
export const OPEN_CARD = '[popover=auto]:popover-open'

/** Returns the open card; null if none is open. Only for the browser. */
export const findOpenCard = (): HTMLElement | null => document.querySelector(OPEN_CARD)

/** Returns whether a dialog is open that covers the page. Only for the browser. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog]:not([popover]), [role=alertdialog]') !== null

/**
 * Closes a card, which is an element with the attribute `popover`, when the focus leaves it. The card stays
 * open if the focus moves to its button, or to a menu or list that was opened from it. A dialog that is
 * opened from the card closes the card by itself: see AppDialog.
 */
export function closeCardOnFocusout(card: HTMLElement | null, { relatedTarget }: FocusEvent): void {
  if (!card || !(relatedTarget instanceof HTMLElement)) return
  const isInside = card.contains(relatedTarget) || buttonOfCard(card)?.contains(relatedTarget)
  if (!isInside && !relatedTarget.closest('[role=dialog], [role=menu], [role=listbox]')) card.hidePopover()
}
