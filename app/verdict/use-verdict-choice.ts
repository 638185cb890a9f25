import type { ComputedRef, Ref } from 'vue'
import { text } from '~/text/review'
import type { VerdictChoice } from './use-verdict-card'

/** A choice of the card that gives a verdict, with its shortcut key. */
export interface ListedChoice {
  value: VerdictChoice
  label: string
  key?: string
}

/** The choice in the card that gives a verdict, and the labels that depend on it. */
interface ChosenVerdict {
  readonly choices: readonly ListedChoice[]
  /** The choice; undefined until the person makes one. */
  readonly chosen: Ref<VerdictChoice | undefined>
  /** The label of the button that sends the choice, or what is missing before it can be sent. */
  readonly sendLabel: ComputedRef<string | undefined>
  /** The label of the field for the overall comment. */
  readonly commentLabel: ComputedRef<string>
  /** What is missing before the choice can be sent: the choice itself, or a text if no comment is pending. */
  readonly missing: ComputedRef<'choice' | 'text' | undefined>
}

/** `comment`: the overall comment. */
export function useVerdictChoice(comment: Readonly<Ref<string>>): ChosenVerdict {
  const { counts } = useConversation()
  const { pending } = usePending()
  const { choice: chosen } = useVerdictCard()
  const openAfter = computed(
    () => counts.value.open + pending.value.filter(each => each.threadId === null).length,
  )
  const choices: ListedChoice[] = [
    { value: 'comment', label: text.verdict.onlyComment },
    { value: 'changes_requested', label: text.verdict.requestChanges, key: 'N' },
    { value: 'verified', label: text.verdict.verify, key: 'Y' },
  ]
  const missing = computed(() => {
    if (!chosen.value) return 'choice'
    const isEmpty = pending.value.length === 0 && comment.value.trim() === ''
    return chosen.value === 'comment' && isEmpty ? 'text' : undefined
  })
  return {
    choices,
    chosen,
    missing,
    sendLabel: computed(() => {
      if (missing.value) return text.verdict.missing[missing.value]
      if (chosen.value === 'verified' && openAfter.value > 0) return text.verdict.verifyWith(openAfter.value)
      return choices.find(each => each.value === chosen.value)?.label
    }),
    commentLabel: computed(() => (chosen.value === 'comment' ? text.verdict.summary : text.verdict.comment)),
  }
}
