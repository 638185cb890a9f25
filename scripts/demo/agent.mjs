// A person and a small agent that use only the public HTTP API.

/**
 * Returns a function that calls JSON operations. The errors that it throws contain the server's message and
 * hint.
 */
function caller(base, headers) {
  return async (method, path, body) => {
    const response = await fetch(new URL(path, base), {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const result = response.status === 204 ? null : await response.json()
    if (!response.ok)
      throw new Error(
        `${method} ${path}: ${result.data?.message ?? result.message} ${result.data?.hint ?? ''}`,
      )
    return result
  }
}

/**
 * Creates a project for the person who is signed in in a browser context, and an agent of the project.
 * Returns both as functions that call JSON operations.
 */
export async function startProject(context, base, { project: projectName, agent: agentName }) {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const person = caller(base, { cookie })
  const { project } = await person('POST', '/api/projects', { name: projectName })
  const { token } = await person('POST', '/api/tokens', {
    name: agentName,
    projectId: project.id,
    capabilities: ['artifact:write', 'artifact:read', 'feedback:read', 'thread:reply'],
  })
  return { person, agent: caller(base, { authorization: `Bearer ${token}` }) }
}

async function put(uploadUrl, bytes) {
  const response = await fetch(uploadUrl, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  if (!response.ok) throw new Error(`PUT: ${(await response.json()).message}`)
}

/**
 * Uploads a new artifact, or another revision of an existing artifact: declares it, sends its bytes and
 * completes it.
 */
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
