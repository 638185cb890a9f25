import type { Thread } from '#shared/contract/thread'
import type { Call } from '../server/client'
import { threadsOf } from './review'

/** Comments on the middle of an artifact, or on the position that `more` states. */
export const annotate = async (
  call: Call,
  artifactId: string,
  body: string,
  more: object = {},
): Promise<Thread> =>
  (
    await call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
      ...more,
    })
  ).body

/** The fields that change a comment on a position into a comment on the whole image. */
export const onWhole = { kind: 'artifact', geometry: undefined }

/** Returns the texts of the comments and replies of a review. */
export const bodiesOf = async (agent: Call, reviewId: string): Promise<string[]> =>
  (await threadsOf(agent, reviewId)).flatMap(each => each.comments.map(({ body }) => body))

/** Returns the statuses of the threads of a review, by the texts of their first comments. */
export const statusesOf = async (agent: Call, reviewId: string): Promise<Record<string, string>> =>
  Object.fromEntries((await threadsOf(agent, reviewId)).map(each => [each.comment, each.status]))
