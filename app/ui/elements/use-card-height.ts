import { byData } from '~/ui/elements/data-attributes'

/**
 * Gives a row of cards and each of its cards the height of the highest card, as `--card-height` and
 * `--card-least` (main.css), so that the row keeps its height when another card is in the middle. Without a
 * card in the middle, the row has the height of its content. The row does not become lower while `cards`,
 * which names all cards, is the same.
 */
export function useCardHeight(
  row: Readonly<Ref<HTMLElement | null>>,
): (card: Element | undefined, cards: string) => void {
  let shown: Element | undefined
  let listed = ''
  let highest = 0
  let observer: ResizeObserver | undefined
  function fit() {
    const { style } = row.value ?? {}
    if (!row.value || !style) return
    if (!shown) return style.removeProperty('--card-height')
    // Removes the property, so that the cards have the height of their content while they are measured.
    style.removeProperty('--card-least')
    // The card with the form of a reply is higher only until the reply is sent or discarded.
    if (row.value.querySelector(`${byData('comment-form')}:focus-within`)) return
    const cards = [shown, ...row.value.querySelectorAll(':scope > ul > li')]
    highest = Math.max(highest, ...cards.map(each => each.getBoundingClientRect().height))
    style.setProperty('--card-least', `${highest}px`)
    style.setProperty('--card-height', `${highest}px`)
  }
  onBeforeUnmount(() => observer?.disconnect())
  return (card, cards) => {
    if (card !== shown) {
      observer ??= new ResizeObserver(fit)
      observer.disconnect()
      // Observes the border box: selecting a card changes its padding, which the size of the content box does
      // not include.
      if (card) observer.observe(card, { box: 'border-box' })
    }
    if (cards !== listed) highest = 0
    shown = card
    listed = cards
    fit()
  }
}
