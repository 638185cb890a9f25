import { findNotes, groupings, noteRows, type Grouping } from '~/conversation/thread-list'

const KEPT = 'notes-by'

/**
 * The notes the conversation lists: of the filter, found by words, under headings the person chose (kept on
 * this device).
 */
export function useThreadList({
  listed,
  everything,
  rounds,
  threadId,
  called,
}: ReturnType<typeof useReview>) {
  const words = ref('')
  const by = ref<Grouping>('evidence')
  const found = computed(() => findNotes(listed.value, words.value))
  /** One piece of evidence in one round needs no headings. */
  const canGroup = computed(
    () => everything.value.length > 1 || everything.value.some(each => each.revisions.length > 1),
  )
  onMounted(() => {
    const kept = groupings.find(each => each === localStorage.getItem(KEPT))
    if (kept) by.value = kept
    watch(by, now => {
      try {
        localStorage.setItem(KEPT, now)
      } catch {
        // Full or shut: it holds for this page.
      }
    })
  })
  // A note that is asked for is shown, whatever was looked for before.
  watch(called, () => {
    if (threadId.value && !found.value.some(each => each.threadId === threadId.value)) words.value = ''
  })
  return {
    words,
    by,
    canGroup,
    found,
    rows: computed(() =>
      noteRows(found.value, canGroup.value ? by.value : 'none', {
        artifacts: everything.value,
        rounds: rounds.value,
      }),
    ),
  }
}
