import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import type { CompletionResult } from '#shared/contract/upload'
import type { Call } from '../server/client'
import type { Person } from '../people/sign-up'
import { declareUpload, put } from './uploads'
import { sample } from '../media/samples'
import type { TestServer } from '../server/server'
import { annotate } from './comments'

/** Uploads a recording of 320 by 200 pixels and two seconds, with a poster if one is given. */
export async function uploadVideo(agent: Call, reviewId: string, title = 'Resize', poster?: Buffer) {
  const video = await readFile(sample('plain.mp4'))
  const declared = await declareUpload(agent, reviewId, {
    kind: 'video',
    mime: 'video/mp4',
    bytes: video.length,
    title,
    ...(poster && { poster: { mime: 'image/png', bytes: poster.length } }),
  })
  const { artifactId, uploadUrl, poster: posterUpload } = declared.body
  await put(uploadUrl, video)
  if (poster) await put(posterUpload?.uploadUrl ?? '', poster)
  return (await agent<CompletionResult>('POST', `/v1/artifacts/${artifactId}/complete`)).body
}

/** Comments on a moment of a recording as a person. */
export const commentAt = (
  person: Person,
  artifactId: string,
  fields: object = { kind: 'timestamp' },
): Promise<Thread> =>
  annotate(person.call, artifactId, 'It jumps.', { geometry: undefined, timestampMs: 400, ...fields })

/** Returns a frame of one color, as a browser could send it. */
export const plainFrame = (width = 320, height = 200, background = '#0000ff') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Sends the frame of a comment as a person. */
export const sendFrame = (server: TestServer, person: Person, threadId: string, frame: Buffer) =>
  putPicture(server, person, `/api/threads/${threadId}/frame`, frame)

/** Sends a picture as the browser of a person. */
export async function putPicture(server: TestServer, person: Person, path: string, picture: Buffer) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'PUT',
    headers: { 'cookie': person.cookie, 'origin': server.url, 'content-type': 'image/webp' },
    body: new Uint8Array(picture),
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown }
}
