import { z } from 'zod'
import { id, idParams } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'

export const exportOperations = operations({
  downloadReview: {
    method: 'GET',
    path: '/api/reviews/{id}/export/originals',
    tag: 'Dashboard',
    summary: 'Download the originals of the evidence of a review as one ZIP file',
    action: 'downloadOriginals',
    agentsCall: 'GET /v1/artifacts/{id}/download',
    internal: true,
    rate: 'export',
    params: idParams('review'),
    query: z.object({
      artifactIds: z
        .string()
        .transform(list => list.split(','))
        .pipe(z.array(id('artifact')).max(limits.artifactsAtOnce))
        .optional()
        .meta({ description: 'Only these artifacts, separated by commas.' }),
    }),
    responses: { 200: { raw: 'application/zip', description: 'The latest revision of each artifact.' } },
  },

  exportReviewPage: {
    method: 'GET',
    path: '/api/reviews/{id}/export/html',
    tag: 'Dashboard',
    summary: 'Export a review with its images and comments as one HTML file',
    action: 'readFeedback',
    agentsCall: 'GET /v1/reviews/{id}/threads',
    internal: true,
    rate: 'export',
    params: idParams('review'),
    responses: { 200: { raw: 'text/html', description: 'A self-contained page.' } },
  },

  exportReviewTable: {
    method: 'GET',
    path: '/api/reviews/{id}/export/csv',
    tag: 'Dashboard',
    summary: 'Export the comments of a review as CSV',
    action: 'readFeedback',
    agentsCall: 'GET /v1/reviews/{id}/threads',
    internal: true,
    rate: 'export',
    params: idParams('review'),
    responses: { 200: { raw: 'text/csv', description: 'One row for each comment (RFC 4180).' } },
  },
})
