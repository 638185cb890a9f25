import { byData, byDataValue } from '~/ui/elements/data-attributes'
/** The cards that contain the form: on a wide screen, and on a phone. */
const CARDS = ['reviewers', 'details']

const isShown = (element: Element) => element.getClientRects().length > 0

/** Opens the card with the form of a verdict and focuses the field for its comment. */
export async function openVerdictForm(): Promise<void> {
  const button = CARDS.flatMap(card => [
    ...document.querySelectorAll<HTMLElement>(`${byDataValue('verdict-card', card)} [popovertarget]`),
  ]).find(isShown)
  if (button?.ariaExpanded !== 'true') button?.click()
  // The card renders its content when it opens.
  await nextTick()
  const fields = document.querySelectorAll<HTMLElement>(`:popover-open ${byData('verdict-comment')}`)
  ;[...fields].find(isShown)?.focus()
}
