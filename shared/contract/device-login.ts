import { z } from 'zod'
import { ErrorEnvelope } from './kit/errors'
import { address } from './kit/fields'

/**
 * The device login (RFC 8628), for clients without a browser. The library better-auth handles its requests,
 * so the contract contains no operations for it. The public documents describe it with these schemas.
 */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

const clientId = z.string().meta({ description: 'The client id of this server.' })

export const DeviceCodeRequest = z.object({ client_id: clientId }).meta({ id: 'DeviceCodeRequest' })

export const DeviceCode = z
  .strictObject({
    device_code: z.string().meta({ description: 'Secret: for polling.' }),
    user_code: z.string().meta({ description: 'For the person: `ABCD-EFGH`.' }),
    verification_uri: address.meta({ description: 'Where the person types the code.' }),
    verification_uri_complete: address.meta({ description: 'The same with the code filled in.' }),
    expires_in: z.int().meta({ description: 'Seconds until the codes expire.' }),
    interval: z.int().meta({ description: 'The shortest time between two polls, in seconds.' }),
  })
  .meta({ id: 'DeviceCode' })
export type DeviceCode = z.infer<typeof DeviceCode>

export const DeviceTokenRequest = z
  .object({
    grant_type: z.literal(deviceGrantType),
    device_code: z.string(),
    client_id: clientId,
  })
  .meta({ id: 'DeviceTokenRequest' })
export type DeviceTokenRequest = z.infer<typeof DeviceTokenRequest>

export const DeviceToken = z
  .strictObject({
    access_token: z
      .string()
      .meta({ description: 'A session token, accepted by `GET /api/me` and `POST /api/tokens` only.' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds until the session token expires.' }),
    scope: z.string(),
  })
  .meta({ id: 'DeviceToken' })

/** The errors of RFC 8628, 3.5 and RFC 6749, 5.2, with instructions for the client. */
export const deviceErrors = {
  authorization_pending: 'The person has not decided yet: poll again.',
  slow_down: 'Polled too early: wait longer between polls.',
  access_denied: 'The person denied the login: stop.',
  expired_token: 'The codes have expired: begin again.',
  invalid_grant: 'The device code is unknown, was used, or belongs to another client.',
  invalid_client: 'The server does not know the client id.',
  invalid_request: 'A field is missing or invalid.',
  bad_request: 'The body cannot be parsed.',
} as const

/** An error of the device login: the fields of RFC 6749 in addition to the fields of the envelope. */
export const DeviceLoginError = ErrorEnvelope.extend({
  error: z.string().meta({ description: 'The code to branch on, the same as `data.error`.' }),
  error_description: z.string(),
}).meta({ id: 'DeviceLoginError' })
