import { readFile } from 'node:fs/promises'
import type { Thread } from '#shared/contract/thread'
import { sample } from '../media/samples'
import type { Call } from '../server/client'
import type { Person } from '../people/sign-up'
import { revise, upload } from './uploads'
import { annotate } from './comments'

const film = () => readFile(sample('live.webm'))

/** Uploads a video of two seconds, with 320 by 200 pixels and 25 frames a second. */
export const uploadSampleVideo = async (agent: Call, reviewId: string, title = 'Resize') =>
  upload(agent, reviewId, await film(), { kind: 'video', mime: 'video/webm', title })

/** Uploads the same video with two revisions. */
export async function uploadSampleVideoTwice(agent: Call, reviewId: string) {
  const { artifactId, revisionId } = await uploadSampleVideo(agent, reviewId)
  await revise(agent, artifactId, await film(), { mime: 'video/webm' })
  return { artifactId, r1: revisionId }
}

/** Comments on a moment of a video as a person, with a rectangle. */
export const markMoment = (person: Person, artifactId: string, fields: object): Promise<Thread> =>
  annotate(person.call, artifactId, 'It jumps.', {
    kind: 'rectangle',
    geometry: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
    ...fields,
  })
