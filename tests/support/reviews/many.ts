import type { SubmittedRound } from '#shared/contract/submitted-evidence'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../server/client'
import { fileOf, formOf } from '../server/forms'
import { times } from '../times'

/** Adds images to a review, called "Screen 1" and so on, in rounds of 50. Returns their ids. */
export async function addScreens(
  agent: Call,
  reviewId: string,
  count: number,
  image: (n: number) => Buffer,
): Promise<string[]> {
  const ids: string[] = []
  for (let start = 1; start <= count; start += limits.formFiles) {
    const size = Math.min(limits.formFiles, count + 1 - start)
    const numbers = Array.from({ length: size }, (_, index) => start + index)
    const files = numbers.map(n => fileOf(image(n), `screen-${n}.png`))
    const { status, body } = await agent<SubmittedRound>(
      'POST',
      `/v1/reviews/${reviewId}/rounds`,
      formOf({ files }),
    )
    if (status !== 201) throw new Error(JSON.stringify(body))
    ids.push(...body.files.map(each => each.artifactId))
  }
  return ids
}

/** Adds comments called "Remark 1" and so on, one to each artifact in turn. */
export const addComments = (agent: Call, artifactIds: readonly string[], count: number): Promise<Thread[]> =>
  times(count, async n => {
    const { body } = await agent<Thread>(
      'POST',
      `/v1/artifacts/${artifactIds[(n - 1) % artifactIds.length]}/annotations`,
      { geometry: { x: (n % 37) / 37, y: (n % 23) / 23 }, body: `Remark ${n}` },
    )
    return body
  })
