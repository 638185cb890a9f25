import type { Revision } from '#shared/contract/artifact'

/**
 * Returns the URL of the image that a player shows before the video plays. Returns undefined if the poster is
 * the first frame of the video: the player shows this frame itself, without the play mark that is drawn on
 * posters.
 */
export const stagePoster = ({ posterUrl, posterIsFrame }: Revision): string | undefined =>
  posterIsFrame ? undefined : (posterUrl ?? undefined)
