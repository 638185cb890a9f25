import { formatUserCode } from '#shared/device-code'

/** The library's response to a device that wants to sign in. */
interface DeviceCodes {
  user_code: string
  verification_uri_complete: string
}

/**
 * Returns the response to a device with the code in the form that the page shows, `ABCD-EFGH`. The library
 * accepts a code with and without the dash. Returns null for other paths and for errors.
 */
export function shownDeviceCodes(path: string, returned: unknown): object | null {
  if (path !== '/device/code' || typeof returned !== 'object' || returned instanceof Error) return null
  const codes = returned as DeviceCodes
  const user_code = formatUserCode(codes.user_code)
  const verification_uri_complete = codes.verification_uri_complete.replace(codes.user_code, user_code)
  return { ...codes, user_code, verification_uri_complete }
}
