import { describe, expect, it } from 'vitest'
import {
  isBlobKey,
  isThumbnailKey,
  keyPrefixesOf,
  newBlobKey,
  revisionIdOfKey,
  tagOfKey,
  thumbnailKey,
} from '~~/server/storage/keys'

const revisionId = 'rvs_01AAAAAAAAAAAAAAAAAAAAAAAA'
const earlier = `originals/${revisionId}/0123456789abcdef01`

describe('the key of a blob', () => {
  it.each(['original', 'embed', 'poster-original', 'poster', 'frame', 'avatar'] as const)(
    'the key of a blob contains its revision and the kind %s, and is unique',
    kind => {
      const keys = [newBlobKey(revisionId, kind), newBlobKey(revisionId, kind)]
      for (const key of keys) expect(key).toMatch(new RegExp(`^${revisionId}/${kind}-[0-9a-f]{18}$`))
      expect(new Set(keys).size).toBe(2)
      expect(keys.every(isBlobKey)).toBe(true)
    },
  )

  it('the key of a thumbnail is derived from the key of its source and from its width', () => {
    expect(thumbnailKey(revisionId, `${revisionId}/original-ab12`, 320)).toBe(
      `${revisionId}/thumbnail-v3-ab12-320`,
    )
    expect(thumbnailKey(revisionId, `${revisionId}/poster-original-cd34`, 640)).toBe(
      `${revisionId}/thumbnail-v3-cd34-640`,
    )
    expect(thumbnailKey(revisionId, earlier, 1280)).toBe(`${revisionId}/thumbnail-v3-0123456789abcdef01-1280`)
    expect(isThumbnailKey(thumbnailKey(revisionId, earlier, 320))).toBe(true)
    expect(isThumbnailKey(newBlobKey(revisionId, 'original'))).toBe(false)
    // Keys of thumbnails from earlier versions are not accepted, because those versions cropped phone
    // screenshots.
    expect(isThumbnailKey(`${revisionId}/thumbnail-ab12-320`)).toBe(false)
  })

  it('tagOfKey returns a tag that identifies the bytes, and does not contain the key', () => {
    expect(tagOfKey(`${revisionId}/poster-original-ab12`)).toBe('ab12')
    expect(tagOfKey(`${revisionId}/thumbnail-v3-ab12-320`)).toBe('v3-ab12-320')
    expect(tagOfKey(earlier)).toBe('0123456789abcdef01')
  })

  it('revisionIdOfKey returns the revision of a blob key, even of a key from an earlier version', () => {
    for (const key of [newBlobKey(revisionId, 'embed'), thumbnailKey(revisionId, earlier, 320), earlier]) {
      expect(revisionIdOfKey(key)).toBe(revisionId)
      expect(keyPrefixesOf(revisionId).some(prefix => key.startsWith(prefix))).toBe(true)
    }
  })
})
