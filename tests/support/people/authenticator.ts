import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The fields in which the response of an authenticator differs from a correct response. */
interface Deviation {
  origin?: string
  rpId?: string
  /** False if the person was verified neither by a PIN nor by biometrics. */
  userVerified?: boolean
  attestation?: { fmt: string; attStmt: Map<string, unknown> }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Creates a passkey in software with an ES256 key, as a browser would use it on a page of this origin. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  /**
   * Returns authenticator data (WebAuthn, 6.1). Its flags are user present, user verified and attested data.
   */
  function dataOf({ rpId, userVerified = true }: Deviation, attested = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(0x01 | (userVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), head, attested])
  }

  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** Sets the counter of signatures in the next response. */
    count(value: number) {
      counter = value
    },
    /** Returns the response with which a browser registers a new passkey. */
    register({ challenge }: { challenge: string }, deviation: Deviation = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const { fmt, attStmt } = deviation.attestation ?? { fmt: 'none', attStmt: new Map() }
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(dataOf(deviation, attested))],
      ])
      const object = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, deviation.origin ?? origin).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(object).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Returns the response with which a browser signs in with the passkey. */
    authenticate({ challenge }: { challenge: string }, deviation: Deviation = {}) {
      const data = dataOf(deviation)
      const client = clientData('webauthn.get', challenge, deviation.origin ?? origin)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
