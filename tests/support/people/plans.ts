import { readFile } from 'node:fs/promises'
import type { Billing } from '#shared/contract/billing'
import type { Call } from '../server/client'
import type { Person } from './sign-up'
import { declareUpload, put } from '../reviews/uploads'
import { sample } from '../media/samples'

/** Returns the plan of a person's workspace, with its limits and usage. */
export const billingOf = async (who: Person) =>
  (await who.call<Billing>('GET', `/api/billing?workspaceId=${who.workspaceId}`)).body

/** Returns the expected error at a limit of a plan. */
export const limitError = (error: string, used: number, limit: number, plan = 'free') => ({
  status: 402,
  body: { statusCode: 402, data: { error, used, limit, plan } },
})

const mp4 = await readFile(sample('plain.mp4'))

/** Declares a video. */
export const declareVideo = (agent: Call, reviewId: string, more = {}) =>
  declareUpload(agent, reviewId, {
    kind: 'video',
    title: 'Walk',
    mime: 'video/mp4',
    bytes: mp4.length,
    ...more,
  })

/** Declares and sends a video. Returns a function that completes it as a video of a given duration. */
export async function sendVideo(agent: Call, reviewId: string) {
  const { body } = await declareVideo(agent, reviewId)
  await put(body.uploadUrl, mp4)
  return (durationMs?: number) =>
    agent('POST', `/v1/artifacts/${body.artifactId}/complete`, { revisionId: body.revisionId, durationMs })
}
