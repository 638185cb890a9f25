import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '#shared/contract/oauth'
import { capabilities } from '#shared/contract/capabilities'
import { caller, type ApiResponse, type Failure } from '../server/client'
import type { Person } from './sign-up'
import type { TestServer } from '../server/server'

/** The fields of an OAuth error. */
export interface OAuthFailure extends Failure {
  error: string
  error_description: string
}

export interface Tokens {
  access_token: string
  token_type: string
  expires_in: number
  scope: string
}

/** The redirect URI of a client on the person's own computer. */
export const redirectUri = 'http://127.0.0.1/callback'

export const register = <T = OAuthFailure>(
  server: TestServer,
  metadata: object,
  headers: Record<string, string> = {},
) => caller(server, headers)<T>('POST', '/oauth/register', metadata)

/** Registers a client. Returns the id of the client. */
export async function newClientId(server: TestServer, redirectUris = [redirectUri]): Promise<string> {
  const metadata = { client_name: 'Acme Code', redirect_uris: redirectUris }
  const { status, body } = await register<{ client_id: string }>(server, metadata)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.client_id
}

/** Returns a PKCE verifier and its challenge. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Returns the query with which a client opens the page /connect. */
export const requestOf = (clientId: string, challenge: string, more: Record<string, string> = {}) =>
  String(
    new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'state-1',
      ...more,
    }),
  )

export const readConnection = <T = Connection>(person: Person, request: string) =>
  person.call<T>('GET', `/api/connect?${String(new URLSearchParams({ request }))}`)

export const approve = <T = { redirectUrl: string }>(
  person: Person,
  request: string,
  more: object = {},
): Promise<ApiResponse<T>> =>
  person.call<T>('POST', '/api/connect', {
    request,
    workspaceId: person.workspaceId,
    capabilities,
    ...more,
  })

/** Posts a form, in which a name may occur more than once. */
export const postForm = <T = OAuthFailure>(
  server: TestServer,
  path: string,
  entries: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) =>
  caller(server, headers)<T>('POST', path, String(new URLSearchParams(entries)), {
    'content-type': 'application/x-www-form-urlencoded',
  })

/**
 * Approves an authorization as a person. Returns the form with the authorization code, and a function that
 * exchanges this code for tokens.
 */
export async function approvedCode(server: TestServer, person: Person, more: object = {}) {
  const clientId = await newClientId(server)
  const { verifier, challenge } = newVerifier()
  const { body } = await approve(person, requestOf(clientId, challenge), more)
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: new URL(body.redirectUrl).searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  return {
    form,
    exchange: <T = OAuthFailure>(changed: Record<string, string> = {}) =>
      postForm<T>(server, '/oauth/token', { ...form, ...changed }),
  }
}

/** Returns the status of a call with this token. */
export const statusWith = async (server: TestServer, token: string) =>
  (await caller(server, { authorization: `Bearer ${token}` })('GET', '/v1/projects')).status
