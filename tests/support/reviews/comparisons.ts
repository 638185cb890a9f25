import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../server/client'
import type { Person } from '../people/sign-up'
import { revise, upload } from './uploads'

/** A box in pixels. */
export type Area = [x: number, y: number, width: number, height: number]

const dark = Buffer.from([0x1e, 0x29, 0x3b])

/** A white page with dark boxes, as a PNG image. */
export function sheet(width: number, height: number, ...boxes: Area[]): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3, 255)
  for (const [left, top, wide, high] of boxes) {
    const line = Buffer.alloc(wide * 3, dark)
    for (let row = top; row < top + high; row++) line.copy(data, (row * width + left) * 3)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** The two boxes in the older revision. */
export const olderBoxes: Area[] = [
  [100, 100, 200, 40],
  [100, 500, 300, 100],
]

/** The boxes in the newer revision: the lower box is 20 pixels further down, and there is a third box. */
export const newerBoxes: Area[] = [
  [100, 100, 200, 40],
  [100, 520, 300, 100],
  [900, 300, 50, 20],
]

/** Uploads an image with two revisions that are 1000 pixels wide. The second revision is 20 pixels higher. */
export async function uploadTwice(agent: Call, reviewId: string, more: Record<string, unknown> = {}) {
  const one = await upload(agent, reviewId, await sheet(1000, 800, ...olderBoxes), more)
  const two = await revise(agent, one.artifactId, await sheet(1000, 820, ...newerBoxes))
  return { artifactId: one.artifactId, r1: one.revisionId, r2: two.revisionId }
}

/**
 * Uploads the image of {@link uploadTwice} with a comment. The person comments on the lower box of the first
 * revision, and the second revision addresses this comment.
 */
export async function uploadAddressed(person: Person, agent: Call, reviewId: string) {
  const one = await upload(agent, reviewId, await sheet(1000, 800, ...olderBoxes))
  const thread = await person.call<Thread>('POST', `/v1/artifacts/${one.artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.1, y: 0.625, width: 0.3, height: 0.125 },
    body: 'Too high.',
  })
  await revise(agent, one.artifactId, await sheet(1000, 820, ...newerBoxes))
  await agent('POST', `/v1/threads/${thread.body.threadId}/address`, { body: 'Moved down.' })
  return { artifactId: one.artifactId, r1: one.revisionId, threadId: thread.body.threadId }
}
