/**
 * Whether the page is hydrated. Until then, a button has no effect, and the browser would submit a form to
 * the page itself.
 */
export function useHydrated(): Readonly<Ref<boolean>> {
  const hydrated = ref(false)
  onMounted(() => {
    hydrated.value = true
  })
  return hydrated
}
