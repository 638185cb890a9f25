let timer: ReturnType<typeof setInterval> | undefined
let watchers = 0

/**
 * The present time for relative dates: the server's on the first paint, then kept up to date by one clock for
 * all.
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
