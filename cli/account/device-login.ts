import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceCode, DeviceTokenRequest } from '#shared/contract/device-login'
import { createApi, readError, readJson, unreachable } from '../api'
import { changeServer, readConfig, type PendingLogin } from './config'
import { exitCodes } from '../exit-codes'
import { Failure } from '../failure'
import { createOutages } from '../outage'
import type { Output } from '../output'

/** The seconds added to the interval whenever the server asks to slow down: RFC 8628, 3.5. */
const SLOW_DOWN = 5

/** Returns the pending login of a server. If there is none, begins one and saves it. */
export async function beginLogin(server: string): Promise<PendingLogin> {
  const saved = (await readConfig()).servers[server]
  if (saved?.pending && saved.pending.expiresAt > Date.now()) return saved.pending
  const { clientId } = (await createApi({ server }).call('GET /v1')).commandLine
  const response = await post(server, '/api/auth/device/code', { client_id: clientId })
  if (!response.ok) throw await readError(server, response)
  const codes = await readJson<DeviceCode>(server, response)
  const pending: PendingLogin = {
    clientId,
    deviceCode: codes.device_code,
    userCode: codes.user_code,
    verificationUrl: codes.verification_uri_complete,
    interval: codes.interval,
    expiresAt: Date.now() + codes.expires_in * 1000,
  }
  await changeServer(server, present => ({ ...present, pending }))
  return pending
}

/**
 * Polls until a person has decided, and returns the session token. Retries during an outage. Throws a
 * {@link Failure} if the person denied the login, if the code has expired, or at the deadline (epoch
 * milliseconds). After the deadline, the function may be called again for the same login.
 */
export async function pollLogin(
  server: string,
  login: PendingLogin,
  deadline: number,
  output: Output,
): Promise<string> {
  const { clientId, deviceCode, userCode, verificationUrl } = login
  const body: DeviceTokenRequest = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
    client_id: clientId,
  }
  const outages = createOutages(server, output, Math.min(deadline, login.expiresAt))
  for (let { interval } = login; ;) {
    if (Date.now() + interval * 1000 > deadline)
      throw new Failure(
        'login_pending',
        `No one has approved the code ${userCode} yet.`,
        `Open ${verificationUrl} and approve, then run the same command again: it keeps this code.`,
        exitCodes.waitRanOut,
      )
    await sleep(interval * 1000)
    const response = await outages.survive(signal => post(server, '/api/auth/device/token', body, signal))
    if (response.status >= 500) continue
    // The body is not read: a proxy that limits the request rate may respond with a page instead of JSON.
    if (response.status === 429) {
      interval += SLOW_DOWN
      continue
    }
    const { access_token: token, error } = await readJson<{ access_token?: string; error?: string }>(
      server,
      response,
    )
    if (token) return token
    if (error === 'slow_down') interval += SLOW_DOWN
    else if (error !== 'authorization_pending') {
      // Another command may have used this code and received the token. The pause gives that command time to
      // save the token.
      if (error === 'invalid_grant') await sleep(interval * 1000)
      await forgetLogin(server, deviceCode)
      throw error === 'access_denied'
        ? failed(error, 'The login was denied.')
        : failed('expired_token', 'The code has expired.')
    }
  }
}

const failed = (code: string, message: string) =>
  new Failure(code, message, 'Run the same command again for a new code.', exitCodes.notSignedIn)

/** Removes a pending login that has ended, unless another command has already removed it. */
const forgetLogin = (server: string, deviceCode: string): Promise<void> =>
  changeServer(server, ({ token, pending }) => (pending?.deviceCode === deviceCode ? { token } : null))

async function post(server: string, path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(server + path, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(
    (error: unknown) => {
      throw unreachable(server, error)
    },
  )
}
