// Module variables: one clock per browser tab, for all components of all pages. They are set in the browser
// only.
let timer: ReturnType<typeof setInterval> | undefined
let watchers = 0

/**
 * The current time for relative dates, in milliseconds: the server's time until hydration, then updated by
 * one timer for all components. VueUse's `useNow` has a timer for each component, and another time in the
 * browser than the one that the server rendered.
 */
export function useNow() {
  const now = useState('now', () => Date.now())
  const tick = () => {
    now.value = Date.now()
  }
  onMounted(() => {
    watchers += 1
    if (watchers > 1) return
    tick()
    timer = setInterval(tick, 30_000)
  })
  onBeforeUnmount(() => {
    watchers -= 1
    if (watchers === 0) clearInterval(timer)
  })
  return now
}
