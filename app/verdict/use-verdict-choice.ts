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
  readonly chosen: Ref<VerdictChoice>
  /** The label of the button that sends the choice. */
  readonly sendLabel: ComputedRef<string | undefined>
  /** The label of the field for the overall comment. */
  readonly commentLabel: ComputedRef<string>
  /** Whether the choice can be sent. Sending only comments needs a text or a pending comment. */
  readonly canSend: ComputedRef<boolean>
}

/** Must be called when the card opens. `comment`: the overall comment. */
export function useVerdictChoice(comment: Readonly<Ref<string>>): ChosenVerdict {
  const { counts } = useConversation()
  const { pending } = usePending()
  const { isDone } = useVerdictCheck()
  const { choice } = useVerdictCard()
  const own = useOwnReviewer()
  /**
   * The choice that is selected if the person has made none. It is `verified` if nothing is left to do in the
   * review, or if the person has already verified: a person who then adds a comment most likely keeps the
   * verdict. It is computed once, when the card opens: the selected choice must not change while the person
   * is about to press.
   */
  const initial =
    own.value?.status === 'verified' || (isDone.value && pending.value.length === 0)
      ? 'verified'
      : 'changes_requested'
  const chosen = computed<VerdictChoice>({
    get: () => choice.value ?? initial,
    set: value => {
      choice.value = value
    },
  })
  const openAfter = computed(
    () => counts.value.open + pending.value.filter(each => each.threadId === null).length,
  )
  const choices: ListedChoice[] = [
    { value: 'comment', label: text.verdict.onlyComment },
    { value: 'changes_requested', label: text.verdict.requestChanges, key: 'N' },
    { value: 'verified', label: text.verdict.verify, key: 'Y' },
  ]
  return {
    choices,
    chosen,
    sendLabel: computed(() => {
      if (chosen.value === 'verified' && openAfter.value > 0) return text.verdict.verifyWith(openAfter.value)
      return choices.find(each => each.value === chosen.value)?.label
    }),
    commentLabel: computed(() => (chosen.value === 'comment' ? text.verdict.summary : text.verdict.comment)),
    canSend: computed(
      () => chosen.value !== 'comment' || pending.value.length > 0 || comment.value.trim() !== '',
    ),
  }
}
