import type { CommentImage } from '#shared/contract/thread'
import type { ApiResponse, Failure } from '../server/client'
import type { Person } from '../people/sign-up'
import type { TestServer } from '../server/server'

/** Sends an image for a comment with these headers. */
export async function postImage<T = CommentImage>(
  server: TestServer,
  reviewId: string,
  image: Buffer,
  headers: Record<string, string>,
  name?: string,
): Promise<ApiResponse<T>> {
  const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`
  const response = await fetch(`${server.url}/v1/reviews/${reviewId}/comment-images${query}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(image),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as T }
}

/** The headers that a person's browser sends. */
export const asPerson = (server: TestServer, { cookie }: Pick<Person, 'cookie'>) => ({
  cookie,
  origin: server.url,
})

/** Sends an image for a comment as a person. Throws if the server rejects the image. */
export async function newImage(
  server: TestServer,
  person: Person,
  reviewId: string,
  image: Buffer,
  name?: string,
): Promise<CommentImage> {
  const sent = await postImage<CommentImage & Failure>(
    server,
    reviewId,
    image,
    asPerson(server, person),
    name,
  )
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
  return sent.body
}
