/**
 * Milliseconds from the last key press until the announcement. Texts that change faster, while a key is held
 * down, are not announced.
 */
const DELAY_MS = 400

/** Announces the result after a key is held down or pressed repeatedly, instead of every step. */
export function useSettledAnnouncement() {
  const { announce } = useAnnouncements()
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  onBeforeUnmount(cancel)

  return {
    /**
     * Announces a text after {@link DELAY_MS}, unless another text, or a call of `cancel`, follows before.
     */
    announceSettled(describe: () => string) {
      cancel()
      timer = setTimeout(() => announce(describe()), DELAY_MS)
    },
    cancel,
  }
}
