import { byData, byDataValue } from '~/ui/elements/data-attributes'

/** The cards that contain the form of a verdict: `reviewers` on a wide screen, `details` on a phone. */
const CARDS = ['reviewers', 'details']

const isShown = (element: Element) => element.getClientRects().length > 0

/** Opens the card with the form of a verdict and focuses the field for its comment. */
export async function openVerdictForm(): Promise<void> {
  const button = CARDS.flatMap(card => [
    ...document.querySelectorAll<HTMLElement>(`${byDataValue('verdict-card', card)} [popovertarget]`),
  ]).find(isShown)
  if (button?.ariaExpanded !== 'true') button?.click()
  await nextTick()
  const card = document.querySelector(':popover-open')
  if (!card || focusComment(card)) return
  // Waits for the form, because a card loads its content when it is opened for the first time.
  const observer = new MutationObserver(() => {
    if (focusComment(card) || !card.matches(':popover-open')) observer.disconnect()
  })
  observer.observe(card, { childList: true, subtree: true })
}

/** Focuses the comment field of the form in a card. Returns whether the field exists. */
function focusComment(card: Element): boolean {
  const fields = card.querySelectorAll<HTMLElement>(byData('verdict-comment'))
  const shown = [...fields].find(isShown)
  shown?.focus()
  return shown !== undefined
}
