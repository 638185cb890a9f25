import type { CompletionResult, DeclarationResult } from '#shared/contract/upload'
import type { ApiResponse, Call } from '../server/client'

/** Sends bytes to an upload URL. */
export const put = (uploadUrl: string, data: Buffer | ReadableStream, init: RequestInit = {}) =>
  fetch(uploadUrl, { method: 'PUT', body: data as BodyInit, duplex: 'half', ...init } as RequestInit)

/** Sends the bytes of an upload. Throws the response of the server if the server rejects them. */
async function putWhole(uploadUrl: string, data: Buffer): Promise<void> {
  const response = await put(uploadUrl, data)
  if (!response.ok) throw new Error(await response.text())
}

/** Declares the upload of a new artifact, which is a PNG unless `more` says otherwise. */
export const declareUpload = (
  agent: Call,
  reviewId: string,
  more: Record<string, unknown>,
): Promise<ApiResponse<DeclarationResult>> =>
  agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
    reviewId,
    kind: 'image',
    title: 'Dashboard',
    mime: 'image/png',
    ...more,
  })

/** Declares, sends and completes one piece of evidence. */
export async function upload(
  agent: Call,
  reviewId: string,
  data: Buffer,
  more: Record<string, unknown> = {},
): Promise<CompletionResult> {
  const declared = await declareUpload(agent, reviewId, { bytes: data.length, ...more })
  if (declared.status !== 201) throw new Error(JSON.stringify(declared.body))
  await putWhole(declared.body.uploadUrl, data)
  const completed = await agent<CompletionResult>(
    'POST',
    `/v1/artifacts/${declared.body.artifactId}/complete`,
    { revisionId: declared.body.revisionId },
  )
  if (completed.status !== 200) throw new Error(JSON.stringify(completed.body))
  return completed.body
}

/** Declares, sends and completes another revision. */
export async function revise(
  agent: Call,
  artifactId: string,
  data: Buffer,
  more: Record<string, unknown> = {},
): Promise<CompletionResult> {
  const declared = await agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
    mime: 'image/png',
    bytes: data.length,
    ...more,
  })
  if (declared.status !== 201) throw new Error(JSON.stringify(declared.body))
  await putWhole(declared.body.uploadUrl, data)
  return (
    await agent<CompletionResult>('POST', `/v1/artifacts/${artifactId}/complete`, {
      revisionId: declared.body.revisionId,
    })
  ).body
}
