import { insertMention, mentionQueryAt, suggestPeople, type MentionQuery } from '~/comment/mention-query'
import type { Member } from '#shared/contract/member'

/** Suggests people while a name is being typed after an `@` in a text field. */
export function useMentionInput(field: Readonly<Ref<HTMLTextAreaElement | null>>) {
  const { people, load } = usePeopleToMention()
  const query = shallowRef<MentionQuery | null>(null)
  /**
   * The index of the `@` whose name was completed or whose suggestions were dismissed. No more names are
   * suggested for it.
   */
  const finishedAt = ref<number>()
  const activeIndex = ref(0)
  const suggested = computed(() =>
    query.value && query.value.start !== finishedAt.value
      ? suggestPeople(people.value, query.value.name)
      : [],
  )
  const active = computed(() => suggested.value[activeIndex.value])
  watch(suggested, () => {
    activeIndex.value = 0
  })

  /** Finds the name that is being typed before the caret. */
  function track() {
    if (!field.value) return
    const { value, selectionStart, selectionEnd } = field.value
    query.value = selectionStart === selectionEnd ? mentionQueryAt(value, selectionEnd) : null
    if (query.value) load()
    else finishedAt.value = undefined
  }

  function choose(person: Member) {
    if (!field.value || !query.value) return
    const { text, caret } = insertMention(field.value.value, query.value, person.name)
    finishedAt.value = query.value.start
    field.value.value = text
    field.value.setSelectionRange(caret, caret)
    field.value.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Handles a key press if the list of suggestions uses the key. Returns whether it does. */
  function actOn(event: KeyboardEvent): boolean {
    const { length } = suggested.value
    if (event.key === 'ArrowDown') activeIndex.value = (activeIndex.value + 1) % length
    else if (event.key === 'ArrowUp') activeIndex.value = (activeIndex.value + length - 1) % length
    else if (event.key === 'Escape') finishedAt.value = query.value?.start
    else if ((event.key === 'Enter' || event.key === 'Tab') && active.value) choose(active.value)
    else return false
    return true
  }

  return {
    suggested,
    active,
    track,
    choose,
    close() {
      query.value = null
    },
    /** Handles the keys of the suggestions while they are shown. No other listener receives these keys. */
    onKeydown(event: KeyboardEvent) {
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (suggested.value.length === 0 || isModified || !actOn(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
