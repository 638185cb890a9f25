/** The present time for relative dates: the server's on the first paint, then kept up to date. */
export function useNow() {
  const now = useState('now', () => Date.now())
  onMounted(() => {
    now.value = Date.now()
    const timer = setInterval(() => { now.value = Date.now() }, 30_000)
    onBeforeUnmount(() => clearInterval(timer))
  })
  return now
}
