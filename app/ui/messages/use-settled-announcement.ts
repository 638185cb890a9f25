/** Milliseconds after the last key: texts that change while a key is held down are not announced. */
const DELAY_MS = 400

/** Announces the result of a key that is held down or pressed repeatedly. */
export function useSettledAnnouncement() {
  const { announce } = useAnnouncements()
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  onBeforeUnmount(cancel)

  return {
    /** Announces a text unless another one, or `cancel`, follows within 400 ms. */
    announceSettled(describe: () => string) {
      cancel()
      timer = setTimeout(() => announce(describe()), DELAY_MS)
    },
    cancel,
  }
}
