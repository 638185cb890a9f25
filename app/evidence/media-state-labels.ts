import type { MediaState } from '#shared/plans'

/** What is shown in place of an image or a video whose media is not available; null while it is. */
export const mediaStateLabels: Record<MediaState, { short: string; long: string } | null> = {
  active: null,
  expired: {
    short: 'Expired',
    long: 'This evidence has expired. Comments, replies and the verdict are still available.',
  },
  deleted: {
    short: 'Deleted',
    long: 'The files of this evidence were deleted. Comments, replies and the verdict are still available.',
  },
}
