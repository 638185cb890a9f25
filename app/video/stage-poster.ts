import type { Revision } from '#shared/contract/artifact'

/**
 * Returns the address of the image that a player shows until the video plays. There is none if the poster is
 * the first frame, since the player shows this frame itself, and without the play mark of posters.
 */
export const stagePoster = ({ posterUrl, posterIsFrame }: Revision): string | undefined =>
  posterIsFrame ? undefined : (posterUrl ?? undefined)
