import { caller, type Call } from './client'
import { signUp, type Person } from '../people/sign-up'
import { newReview } from '../reviews/review'
import { declareUpload, put, upload } from '../reviews/uploads'
import { newImage } from '../reviews/comment-images'
import { commentAt, plainFrame, sendFrame, uploadVideo } from '../reviews/frames'
import { pngImage } from '../media/samples'
import { startServer, type TestServer } from './server'

/** A server that stores evidence and has rows in most tables. */
export interface Instance {
  server: TestServer
  person: Person
  agent: Call
  reviewId: string
  /** Adds a picture that differs from all others. Returns the URL at which the picture is viewed. */
  addPicture: () => Promise<string>
  /** The URLs of all pictures, in the order in which they were added. */
  pictures: string[]
  /** A thread on a moment of a video, for which a frame was sent. */
  framedThreadId: string
  /** The settings with which a command finds the data of this instance. */
  settings: Record<string, string>
}

/**
 * Starts a server on SQLite and a folder, unless `env` contains another database or blob store. `dataDir` is
 * an existing data folder, such as a restored one.
 */
export const serve = (env: Record<string, string> = {}, dataDir?: string): Promise<TestServer> =>
  startServer(env, { dataDir, deployment: 'standalone' })

/** Starts a server on SQLite and a folder, and stores rows in most tables. */
export async function startInstance(): Promise<Instance> {
  const server = await serve()
  const person = await signUp(server, 'Zoë 👩‍🎨')
  const agent = await person.agent()
  const reviewId = await newReview(agent, await person.project())
  const pictures: string[] = []
  const addPicture = async () => {
    const { embedUrl } = await upload(agent, reviewId, await pngImage(64 + pictures.length, 48))
    pictures.push(embedUrl ?? '')
    return embedUrl ?? ''
  }
  await addPicture()
  const { artifactId } = await upload(agent, reviewId, await pngImage(40, 30), {
    viewport: { width: 1440, height: 900 },
  })
  // Contains a line separator (U+2028), which JSON does not escape and some readers treat as a line ending.
  const body = 'Line\u2028separator, "quotes", back\\slash, emoji 🎨 and\nnew lines'
  for (const geometry of [
    { kind: 'point', x: 0.25, y: 1 / 3 },
    { kind: 'rectangle', x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
  ]) {
    const { kind, ...rest } = geometry
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, { kind, geometry: rest, body })
  }
  const { threadId: framedThreadId } = await commentAt(
    person,
    (await uploadVideo(agent, reviewId)).artifactId,
  )
  await sendFrame(server, person, framedThreadId, await plainFrame().webp().toBuffer())
  const portrait = await fetch(`${server.url}/api/me/avatar`, {
    method: 'PUT',
    headers: { cookie: person.cookie, origin: server.url },
    body: new Uint8Array(await pngImage(60, 60)),
  })
  pictures.push(server.url + ((await portrait.json()) as { image: string }).image)
  const image = await newImage(server, person, reviewId, await pngImage(30, 20))
  await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'As here.', imageIds: [image.id] })
  pictures.push(image.url)
  await person.call('POST', `/v1/reviews/${reviewId}/share-links`, {})
  await person.call('POST', `/api/workspaces/${person.workspaceId}/invitations`, { role: 'reviewer' })
  const once = { title: 'Once', projectId: await person.project('Once') }
  await agent('POST', '/v1/reviews', once, { 'idempotency-key': 'once-1' })
  // Leaves a revision incomplete whose bytes were uploaded.
  const png = await pngImage(50, 50)
  const declared = await declareUpload(agent, reviewId, { title: 'Unfinished', bytes: png.length })
  await put(declared.body.uploadUrl, png)
  await caller(server)('POST', '/api/auth/device/code', { client_id: 'exhibit-cli' })
  const settings = { DATA_DIR: server.dataDir }
  return { server, person, agent, reviewId, addPicture, pictures, framedThreadId, settings }
}

let shared: Promise<Instance> | undefined

/**
 * Returns the instance that the test files of this worker share. It ends with the worker. Tests may add data
 * to it, but must not stop its server.
 */
export const sharedInstance = (): Promise<Instance> => (shared ??= startInstance())

/** Requests the path of a URL from another server, and returns the bytes. Throws if the status is not 200. */
export async function bytesAt(server: TestServer, address: string): Promise<Buffer> {
  const { pathname, search } = new URL(address)
  const response = await fetch(`${server.url}${pathname}${search}`)
  if (response.status !== 200) throw new Error(`${pathname} responded ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
