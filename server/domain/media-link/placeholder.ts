import type { ThumbnailWidth } from '#shared/contract/media-types'
import { bufferSource } from '~~/server/bytes/byte-source'
import { placeholderOf } from '~~/server/domain/artifact/render-pictures'
import type { Served } from '~~/server/domain/artifact/download-original'

/**
 * Returns the placeholder image for evidence past its retention. Browsers cache it for only a minute, because
 * a change to a larger plan makes the evidence visible again.
 */
export async function placeholder(
  state: 'expired' | 'deleted',
  width: ThumbnailWidth | undefined,
): Promise<Served> {
  return {
    source: bufferSource(await placeholderOf(state, width)),
    tag: `${state}-${width ?? 'whole'}`,
    mime: 'image/png',
    fileName: `evidence ${state}.png`,
    disposition: 'inline',
    cacheControl: 'public, max-age=60',
  }
}
