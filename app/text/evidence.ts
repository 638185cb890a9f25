import { defineText } from './define-text'

/** The texts of `app/evidence`: how evidence is grouped, and what is shown in place of it. */
export const text = defineText({
  revision: (title: string, index: number) => `${title} · r${index}`,
  groups: {
    evidence: 'Evidence',
    variations: (group: string) => `Variations · ${group}`,
    round: (number: number) => `Round ${number}`,
    earlier: 'Earlier uploads',
  },
  expired: {
    short: 'Expired',
    long: 'This evidence has expired. Comments, replies and the verdict are still available.',
  },
  deleted: {
    short: 'Deleted',
    long: 'The files of this evidence were deleted. Comments, replies and the verdict are still available.',
  },
})
