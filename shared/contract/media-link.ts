import { z } from 'zod'
import { idParams, thumbnailWidths } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { mebibytes } from './kit/sizes'

/** The purposes of media links (`/e/{token}`). Each purpose is revoked separately. */
export const mediaLinkPurposes = ['embed', 'download', 'poster'] as const
export type MediaLinkPurpose = (typeof mediaLinkPurposes)[number]

export const mediaLinkOperations = operations({
  readCapability: {
    method: 'GET',
    path: '/e/{token}',
    tag: 'Capability addresses',
    summary: 'Serve a media derivative',
    description: 'HTTP Range is supported. Revoked, expired and unknown addresses return the same 404.',
    action: 'public',
    params: z.object({ token: z.string() }),
    errors: ['suspended'],
    query: z.object({
      w: z
        .enum(thumbnailWidths.map(width => `${width}` as const))
        .optional()
        .meta({ description: 'A thumbnail of at most this many pixels in width.' }),
    }),
    responses: {
      200: {
        raw: '*/*',
        description: 'The derivative.',
        file: {
          cacheControl:
            '`public, max-age=SECONDS, immutable`: a day, or until the media expires if that is sooner. ' +
            '`public, max-age=60` for the placeholder of expired and deleted media, and for an address ' +
            'that follows the latest revision.',
          redirect:
            `A file of at least ${mebibytes(limits.redirectBytes)}, ` +
            'where the server has BLOB_REDIRECT on. The address is valid for ' +
            'five minutes at most. Requests with Sec-Fetch-Mode: cors get the bytes instead.',
        },
      },
    },
  },

  revokeCapabilities: {
    method: 'DELETE',
    path: '/v1/revisions/{id}/capabilities',
    tag: 'Capability addresses',
    summary: 'Revoke the capability addresses of a revision',
    description:
      'Every earlier address stops working at once; authorised reads return new ones. ' +
      'Revokes all purposes without `purpose`.',
    action: 'contribute',
    params: idParams('revision'),
    query: z.object({ purpose: z.enum(mediaLinkPurposes).optional() }),
    responses: { 204: null },
  },
})
