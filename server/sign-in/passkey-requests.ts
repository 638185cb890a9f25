import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { visibleName } from '#shared/contract/kit/fields'
import { limits } from '#shared/contract/kit/limits'
import type { AuthRequest, CheckedRequest } from './auth-endpoint'
import { passkeyRefusal } from './passkeys'

/** Base64url with a maximum length. A credential id has at most 1,023 bytes (WebAuthn, 5.1.3). */
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)

const credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal('public-key'),
    clientExtensionResults: z.looseObject({}).optional(),
    authenticatorAttachment: z.string().max(32).nullish(),
    response: z.object({ clientDataJSON: base64url(8000), ...response }),
  })

/**
 * The body of a request that adds a passkey. Other fields are rejected, since some of them would make the
 * authentication library create a session.
 */
const Registration = z.strictObject({
  name: visibleName(limits.passkeyName),
  response: credential({
    attestationObject: base64url(16_000),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
})

const SignIn = z.strictObject({
  response: credential({
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).nullish(),
  }),
})

/** Throws an error of the authentication library if passkeys are off on this server. */
export function assertPasskeysOn(): undefined {
  const refusal = passkeyRefusal()
  if (refusal !== null) throw new APIError('FORBIDDEN', { code: 'FORBIDDEN', message: refusal })
}

/** Checks a request that signs in with a passkey. Returns its body without unused fields. */
export function checkedSignIn({ body }: AuthRequest): CheckedRequest {
  assertPasskeysOn()
  return { body: parsed(SignIn, body) }
}

/** Checks a request that adds a passkey. Returns its body without unused fields. */
export function checkedRegistration({ body }: AuthRequest): CheckedRequest {
  assertPasskeysOn()
  const checked = parsed(Registration, body)
  assertNoCertificates(checked.response.response.attestationObject)
  return { body: checked }
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const field = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.')
  throw invalid(field || 'response', issue?.path[0] === 'name' ? nameRule : 'is not accepted here')
}

const nameRule = `must have 1 to ${limits.passkeyName} characters`

/**
 * Rejects a passkey with certificates. This server does not request certificates, and the authentication
 * library would fetch the revocation lists from URLs that the client chose.
 */
function assertNoCertificates(attestationObject: string): void {
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    const format: string = decoded.get('fmt')
    if (['none', 'packed'].includes(format) && decoded.get('attStmt').get('x5c') === undefined) return
  } catch {
    throw invalid('response', 'is not a passkey')
  }
  throw invalid('response', 'must have no attestation certificates')
}

const invalid = (field: string, rule: string) =>
  new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_REQUEST', message: `"${field}" ${rule}.` })
