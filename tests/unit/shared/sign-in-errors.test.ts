import { expect, it } from 'vitest'
import { signInErrorMessage, signInErrors } from '#shared/sign-in-errors'

it('sign-in errors explain every known code, and codes of the library that mean the same', () => {
  for (const [code, text] of Object.entries(signInErrors)) expect(signInErrorMessage(code)).toBe(text)
  expect(signInErrorMessage('state_not_found')).toBe(signInErrors.state_mismatch)
})

it('sign-in errors never show text of the address: unknown codes get one general text', () => {
  const general = 'The sign-in with the provider failed. Try again, or sign in another way.'
  for (const code of ['server_error', 'Call 555-0100 now', 'constructor', '__proto__'])
    expect(signInErrorMessage(code)).toBe(general)
})
