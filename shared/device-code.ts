/** The number of characters of the code that a device shows (RFC 8628, section 6.1). */
export const USER_CODE_LENGTH = 8

/** Converts a user code that a person typed to its normal form: upper case, without dashes and spaces. */
export function normalizeUserCode(typed: string): string {
  return typed
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, USER_CODE_LENGTH)
}

/** Formats a code in two halves: ABCD-EFGH. */
export function formatUserCode(typed: string): string {
  const code = normalizeUserCode(typed)
  const half = USER_CODE_LENGTH / 2
  return code.length > half ? `${code.slice(0, half)}-${code.slice(half)}` : code
}
