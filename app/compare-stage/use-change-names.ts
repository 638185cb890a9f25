import { rectangleOf } from '#shared/difference/changes'
import { elementsAt } from '#shared/review/context-at'
import type { ShownSide } from '~/compare/pair'
import type { Difference } from '~/difference/use-difference'
import type { ComputedRef } from 'vue'

/**
 * The name of the element of the page at each change: its accessible name, else its text. It is undefined for
 * a change without such an element, and while the context of the newer side is not loaded.
 */
export function useChangeNames(
  changes: () => Difference['changes'],
  after: () => ShownSide,
): ComputedRef<(string | undefined)[]> {
  const context = useRevisionContext(() => after().evidence?.revision)
  return computed(() =>
    changes().map(change => {
      const geometry = rectangleOf(change, after().size, 0)
      const [element] =
        context.value && geometry ? elementsAt(context.value.elements, [{ kind: 'rectangle', geometry }]) : []
      return element?.name ?? element?.text ?? undefined
    }),
  )
}
