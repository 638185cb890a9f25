import type { MediaState } from '#shared/plans'
import { text } from '~/text/evidence'

/** What is shown in place of an image or a video whose media is not available; null while it is. */
export const mediaStateLabels: Record<MediaState, { short: string; long: string } | null> = {
  active: null,
  expired: text.expired,
  deleted: text.deleted,
}
