import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceTokenRequest } from '#shared/contract/device-login'
import { printableLine } from '#shared/text/printable'
import { createApi, notExhibit, readError, readJson, unreachable } from '../api'
import { changeServer, readConfig, type PendingLogin } from './config'
import { exitCodes } from '../exit-codes'
import { Failure } from '../failure'
import { createOutages } from '../outage'
import type { Output } from '../output'

/** The seconds added to the interval whenever the server asks to slow down: RFC 8628, 3.5. */
const SLOW_DOWN = 5
/**
 * Seconds between two polls: the value if the server states none (RFC 8628, 3.2), and the smallest and the
 * largest value that is accepted.
 */
const INTERVAL = { usual: 5, min: 1, max: 300 }
/**
 * The maximum lifetime of a code in seconds, even if a server states a longer one. A server of Exhibit states
 * 30 minutes.
 */
const MAX_EXPIRY = 24 * 3600

const clampInterval = (seconds: number) => Math.min(Math.max(seconds, INTERVAL.min), INTERVAL.max)

/** Returns the pending login of a server. If there is none, begins one and saves it. */
export async function beginLogin(server: string): Promise<PendingLogin> {
  const saved = (await readConfig()).servers[server]
  if (saved?.pending && isUsable(saved.pending)) return saved.pending
  const { commandLine } = await createApi({ server }).call('GET /v1')
  const clientId = (commandLine as typeof commandLine | undefined)?.clientId
  if (!isText(clientId)) throw notExhibit(server)
  const response = await post(server, '/api/auth/device/code', { client_id: clientId })
  if (!response.ok) throw await readError(server, response)
  const codes = readCodes(await readJson(server, response))
  if (!codes) throw notExhibit(server)
  const pending: PendingLogin = { clientId, ...codes }
  await changeServer(server, present => ({ ...present, pending }))
  return pending
}

/**
 * Returns whether a saved login has not expired. Its expiry is also checked against the maximum, because
 * earlier versions saved any time that a server stated.
 */
const isUsable = ({ expiresAt }: PendingLogin): boolean =>
  expiresAt > Date.now() && expiresAt <= Date.now() + MAX_EXPIRY * 1000

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Returns the codes and the URL in the response that begins a login (RFC 8628, 3.2). Limits the interval and
 * the lifetime to useful ranges, because a server can state any number. Returns null if a field is missing or
 * has a wrong type.
 */
function readCodes(fields: Record<string, unknown>): Omit<PendingLogin, 'clientId'> | null {
  const { device_code: deviceCode, user_code: userCode, verification_uri_complete: address } = fields
  const { interval = INTERVAL.usual, expires_in: expiresIn } = fields
  const url = isText(address) ? URL.parse(address) : null
  if (!isText(deviceCode) || !isText(userCode) || !url || !/^https?:$/.test(url.protocol)) return null
  if (!Number.isFinite(interval) || !Number.isFinite(expiresIn)) return null
  return {
    deviceCode,
    userCode: printableLine(userCode),
    verificationUrl: url.href,
    interval: clampInterval(Number(interval)),
    expiresAt: Date.now() + Math.min(Number(expiresIn), MAX_EXPIRY) * 1000,
  }
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
  for (let interval = clampInterval(login.interval); ;) {
    if (Date.now() >= login.expiresAt) throw await expired(server, deviceCode)
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
      interval = clampInterval(interval + SLOW_DOWN)
      continue
    }
    const { access_token: token, error } = await readJson<{ access_token?: unknown; error?: unknown }>(
      server,
      response,
    )
    if (isText(token)) return token
    if (error === 'slow_down') interval = clampInterval(interval + SLOW_DOWN)
    else if (error !== 'authorization_pending') {
      // Another command may have used this code and received the token. The pause gives that command time to
      // save the token.
      if (error === 'invalid_grant') await sleep(interval * 1000)
      if (error !== 'access_denied') throw await expired(server, deviceCode)
      await forgetLogin(server, deviceCode)
      throw failed(error, 'The login was denied.')
    }
  }
}

const failed = (code: string, message: string) =>
  new Failure(code, message, 'Run the same command again for a new code.', exitCodes.notSignedIn)

/** Removes the pending login of a code that has expired. Returns the failure that the caller throws. */
async function expired(server: string, deviceCode: string): Promise<Failure> {
  await forgetLogin(server, deviceCode)
  return failed('expired_token', 'The code has expired.')
}

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
