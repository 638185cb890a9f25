import type { MediaState } from '#shared/plans'
import { text } from '~/text/evidence'

const icons = { expired: 'i-lucide-clock', deleted: 'i-lucide-trash-2' }

/**
 * Returns the label and the icon that replace an image or a video whose media is not available. Returns null
 * if the media is available.
 */
export const mediaStateLabel = (state: MediaState) =>
  state === 'active' ? null : { ...text[state], icon: icons[state] }
