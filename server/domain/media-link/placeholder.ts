import type { ThumbnailWidth } from '#shared/contract/media-types'
import { bufferSource } from '~~/server/bytes/byte-source'
import { placeholderOf } from '~~/server/domain/artifact/derive-media'
import type { Served } from '~~/server/domain/artifact/download-original'

/**
 * Returns the card for evidence past its retention. It is cached for a minute only, because a larger plan
 * restores the picture.
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
