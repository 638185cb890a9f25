/**
 * Gives a row of cards the height of one of them, as `--card-height` (main.css), also when this card grows.
 * Returns a function that chooses the card; without a card, the row has the height of its content.
 */
export function useCardHeight(row: Readonly<Ref<HTMLElement | null>>): (card: Element | undefined) => void {
  let shown: Element | undefined
  let observer: ResizeObserver | undefined
  function fit() {
    if (shown) row.value?.style.setProperty('--card-height', `${shown.getBoundingClientRect().height}px`)
    else row.value?.style.removeProperty('--card-height')
  }
  onBeforeUnmount(() => observer?.disconnect())
  return card => {
    if (card !== shown) {
      observer ??= new ResizeObserver(fit)
      observer.disconnect()
      // Observes the border box: selecting a card changes its padding, which the size of the content box does
      // not include.
      if (card) observer.observe(card, { box: 'border-box' })
    }
    shown = card
    fit()
  }
}
