import { findByWords } from './find-by-words'

/** An option that a person can choose. */
export interface Choice {
  id: string
  name: string
}

/**
 * A combobox: an input that opens a list of choices and filters them by the typed text (ARIA Authoring
 * Practices, editable combobox with list autocomplete). Reka UI's Combobox adds 28 kB to a page (brotli,
 * version 2.10), and this combobox less than 1 kB. Replace it if a page loads that combobox anyway, such as
 * with a select menu of Nuxt UI.
 */
export function useCombobox({
  choices,
  choose,
}: {
  choices: () => readonly Choice[]
  choose: (id: string) => void
}) {
  const query = ref('')
  const isOpen = ref(false)
  const activeIndex = ref(0)
  const found = computed(() => findByWords(choices(), query.value, each => each.name))
  const active = computed(() => (isOpen.value ? found.value[activeIndex.value] : undefined))
  watch(query, () => {
    activeIndex.value = 0
  })

  function open() {
    if (isOpen.value) return
    query.value = ''
    activeIndex.value = 0
    isOpen.value = true
  }
  function close() {
    isOpen.value = false
  }
  function pick(choice: Choice | undefined) {
    if (!choice) return
    choose(choice.id)
    close()
  }
  function move(by: number) {
    const { length } = found.value
    if (!isOpen.value) open()
    else if (length > 0) activeIndex.value = (activeIndex.value + by + length) % length
  }
  /** Handles a key press if the list of choices uses the key. Returns whether it does. */
  function actOn({ key }: KeyboardEvent): boolean {
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (!isOpen.value) return false
    else if (key === 'Enter') pick(active.value)
    else if (key === 'Escape') close()
    else return false
    return true
  }

  return {
    query,
    isOpen,
    found,
    active,
    open,
    close,
    pick,
    /** Handles the keys of the list, so that the form or the dialog around it does not receive them. */
    onKeydown(event: KeyboardEvent) {
      if (!actOn(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
