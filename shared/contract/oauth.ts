import { z } from 'zod'
import { visibleName } from '../text/names'
import { capabilities } from './capabilities'
import { address, id, optional, requiredText } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'

/** The query string of the URL with which an MCP client opened the page /connect. */
const request = z.string().max(limits.connectRequest, `must have at most ${limits.connectRequest} characters`)

/**
 * The authorization request of an MCP client. A person approves or denies the request on the page /connect.
 */
export const Connection = z
  .strictObject({
    clientName: z.string().meta({ description: 'The name that the client states: any name is possible.' }),
    returnsTo: z.string().meta({ description: 'The host that the browser is sent back to.' }),
    local: z.boolean().meta({ description: "An app on the person's own computer receives the response." }),
    capabilities: z
      .array(z.enum(capabilities))
      .meta({ description: 'The capabilities that the client requests.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the request cannot be approved, such as missing PKCE.' }),
    cancelUrl: address.meta({ description: 'The address that informs the client of a denial.' }),
  })
  .meta({ id: 'Connection' })
export type Connection = z.infer<typeof Connection>

/** The schema of a field in an OAuth form. The names of such fields come from the OAuth standard. */
const field = z.string().max(limits.oauthField, `must have at most ${limits.oauthField} characters`)

/**
 * The sign-in of MCP clients that have no agent token yet. It uses OAuth 2.1 with PKCE, and its result is an
 * ordinary agent token. The API reference leaves these operations out, because clients find their URLs in the
 * metadata (RFC 8414).
 */
export const oauthOperations = operations({
  readConnection: {
    method: 'GET',
    path: '/api/connect',
    tag: 'OAuth',
    summary: 'Read the client that requests a connection',
    action: 'connectClients',
    internal: true,
    query: z.object({ request }),
    errors: ['bad_request'],
    responses: { 200: Connection },
  },

  approveConnection: {
    method: 'POST',
    path: '/api/connect',
    tag: 'OAuth',
    summary: 'Allow a client to get an agent token',
    action: 'connectClients',
    rate: 'credential',
    internal: true,
    body: z.object({
      request,
      workspaceId: id('workspace'),
      projectId: id('project').nullish().meta({ description: 'Restricts the token to one project.' }),
      capabilities: z
        .array(z.enum(capabilities))
        .min(1, 'choose at least one capability')
        .transform(list => [...new Set(list)]),
    }),
    errors: ['not_found', 'agent_key_limit_reached'],
    responses: {
      200: z.strictObject({
        redirectUrl: address.meta({ description: 'The address of the client, with the code.' }),
      }),
    },
  },

  registerClient: {
    method: 'POST',
    path: '/oauth/register',
    tag: 'OAuth',
    summary: 'Register a client (RFC 7591)',
    action: 'useOAuth',
    rate: 'credential',
    internal: true,
    oauthErrors: true,
    body: z.object({
      redirect_uris: z
        .array(requiredText(limits.redirectUri))
        .min(1, 'must have at least one address')
        .max(limits.redirectUris, `must have at most ${limits.redirectUris} addresses`),
      // The text is cut before anything reads it. The limit is doubled, because a character has at most two
      // code units.
      client_name: optional(
        z.string().transform(given => visibleName(given.slice(0, 2 * limits.clientName))),
      ),
    }),
    responses: {
      201: z.strictObject({
        client_id: z.string(),
        client_id_issued_at: z.int(),
        client_name: z.string(),
        redirect_uris: z.array(z.string()),
        token_endpoint_auth_method: z.literal('none'),
        grant_types: z.array(z.literal('authorization_code')),
        response_types: z.array(z.literal('code')),
      }),
    },
  },

  exchangeCode: {
    method: 'POST',
    path: '/oauth/token',
    tag: 'OAuth',
    summary: 'Exchange a code for an agent token (RFC 6749, 4.1.3)',
    action: 'useOAuth',
    rate: 'credential',
    internal: true,
    form: true,
    oauthErrors: true,
    body: z.object({
      grant_type: field,
      client_id: field,
      code: field.optional(),
      redirect_uri: field.optional(),
      code_verifier: field.optional(),
      resource: field.optional(),
    }),
    errors: ['unauthorized', 'suspended', 'agent_key_limit_reached'],
    responses: {
      200: z.strictObject({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int().meta({ description: 'Seconds.' }),
        scope: z.string(),
      }),
    },
  },

  revokeAccess: {
    method: 'POST',
    path: '/oauth/revoke',
    tag: 'OAuth',
    summary: 'Revoke an agent token (RFC 7009)',
    action: 'useOAuth',
    rate: 'credential',
    internal: true,
    form: true,
    oauthErrors: true,
    body: z.object({ token: field, client_id: field.optional() }),
    errors: ['unauthorized'],
    responses: { 200: null },
  },
})
