/** The reason why a video is not shown: its file could not be loaded, or the browser cannot play it. */
export type VideoFailure = 'notLoaded' | 'notPlayable'

/**
 * Whether the file of a video can be fetched. A redirect to a storage bucket counts as available, although
 * the page may not be allowed to read it.
 */
async function isAvailable(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { headers: { range: 'bytes=0-0' }, redirect: 'manual' })
    void response.body?.cancel()
    return response.ok || response.type === 'opaqueredirect'
  } catch {
    return false
  }
}

/**
 * Returns the reason why a video failed. Browsers report MEDIA_ERR_SRC_NOT_SUPPORTED for an unsupported
 * format, but also if the first request fails or its response has an error status. Therefore the file is
 * requested again to distinguish these cases.
 */
export async function findVideoFailure({ code }: MediaError, address: string): Promise<VideoFailure> {
  if (code === MediaError.MEDIA_ERR_DECODE) return 'notPlayable'
  if (code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return 'notLoaded'
  return (await isAvailable(address)) ? 'notPlayable' : 'notLoaded'
}
