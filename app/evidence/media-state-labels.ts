import type { MediaState } from '#shared/plans'
import { text } from '~/text/evidence'

interface MediaStateLabel {
  short: string
  long: string
  icon: string
}

/** What is shown in place of an image or a video whose media is not available; null while it is. */
export const mediaStateLabels: Record<MediaState, MediaStateLabel | null> = {
  active: null,
  expired: { ...text.expired, icon: 'i-lucide-clock' },
  deleted: { ...text.deleted, icon: 'i-lucide-trash-2' },
}
