import { byDataValue } from '~/ui/elements/data-attributes'

/**
 * Returns a function that moves the focus from the closed form of a comment to the comment's mark, or to the
 * stage (`host`) if no mark is left.
 */
export function useMarkFocus(host: Readonly<Ref<HTMLElement | null>>): () => Promise<void> {
  const { threadId } = useThreadSelection()
  return async () => {
    await nextTick()
    const mark = host.value?.querySelector<HTMLElement>(byDataValue('mark', threadId.value ?? ''))
    ;(mark ?? host.value)?.focus({ preventScroll: true })
  }
}
