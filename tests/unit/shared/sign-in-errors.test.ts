import { expect, it } from 'vitest'
import { signInErrorMessage, signInErrors } from '#shared/sign-in-errors'

it('signInErrorMessage explains every known code, and codes of the library with the same meaning', () => {
  for (const [code, text] of Object.entries(signInErrors)) expect(signInErrorMessage(code)).toBe(text)
  expect(signInErrorMessage('state_not_found')).toBe(signInErrors.state_mismatch)
})

it('signInErrorMessage returns one general text for unknown codes, and never text from the URL', () => {
  const general = 'The sign-in with the provider failed. Try again, or sign in another way.'
  for (const code of ['server_error', 'Call 555-0100 now', 'constructor', '__proto__'])
    expect(signInErrorMessage(code)).toBe(general)
})
