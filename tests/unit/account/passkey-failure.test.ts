import { describe, expect, it } from 'vitest'
import { passkeyFailure } from '~/account/passkey-failure'

const errorNamed = (name: string) => Object.assign(new Error('of the browser'), { name })

describe('a passkey that fails in the browser', () => {
  it('a passkey error is explained by its error name, never by the message of the browser', () => {
    for (const [name, start] of [
      ['NotAllowedError', 'You cancelled'],
      ['AbortError', 'You cancelled'],
      ['InvalidStateError', 'This device or password manager already has a passkey'],
      ['SecurityError', 'Passkeys work only at the main address'],
      ['ConstraintError', 'This device or security key cannot store'],
      ['NotSupportedError', 'This device or security key does not support'],
      ['UnknownError', 'Your device could not use the passkey.'],
    ] as const)
      expect([name, passkeyFailure(errorNamed(name)).message]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^${start}`)),
      ])
    expect(passkeyFailure('no error').message).toBe('Your device could not use the passkey.')
  })
})
