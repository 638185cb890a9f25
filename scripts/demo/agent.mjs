// A small agent: what any coding agent would do over HTTP, and nothing else.

/** Calls JSON endpoints; throws with the server's own message and hint. */
export function caller(base, headers) {
  return async (method, path, body) => {
    const response = await fetch(new URL(path, base), {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = response.status === 204 ? null : await response.json()
    if (!response.ok)
      throw new Error(
        `${method} ${path}: ${answer.data?.message ?? answer.message} ${answer.data?.hint ?? ''}`,
      )
    return answer
  }
}

async function put(uploadUrl, bytes) {
  const response = await fetch(uploadUrl, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  if (!response.ok) throw new Error(`PUT: ${(await response.json()).message}`)
}

/** Declares, sends and completes one piece of evidence, or a further revision of it. */
export async function publish(agent, target, evidence) {
  const { data, poster, ...facts } = evidence
  const path = target.artifactId ? `/v1/artifacts/${target.artifactId}/revisions` : '/v1/artifacts/uploads'
  const declared = await agent('POST', path, {
    ...(target.reviewId && { reviewId: target.reviewId }),
    ...facts,
    bytes: data.length,
    ...(poster && { poster: { mime: 'image/png', bytes: poster.length } }),
  })
  await put(declared.uploadUrl, data)
  if (declared.poster) await put(declared.poster.uploadUrl, poster)
  return agent('POST', `/v1/artifacts/${declared.artifactId}/complete`, {
    revisionId: declared.revisionId,
    ...(declared.poster && { posterUploadToken: declared.poster.uploadToken }),
  })
}
