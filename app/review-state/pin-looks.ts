import type { ThreadStatus } from '#shared/contract/review-status'

/**
 * The look of the pin or marker of a comment, by the status of the comment. The pin of an open comment is
 * solid, of an addressed comment hollow, and of a resolved comment grey. `--pin-ground` is the color inside
 * of a hollow pin, which is white over a picture.
 */
export const pinLooks: Readonly<Record<ThreadStatus, string>> = {
  open: 'bg-(--mark-pin) text-white',
  addressed: 'bg-(--pin-ground,#fff) text-(--pin-ink,var(--mark-pin)) inset-ring-2 inset-ring-mark',
  resolved: 'bg-(--pin-ground,#fff) text-(--pin-ink-resolved,#52525b) inset-ring-2 inset-ring-zinc-400',
}
