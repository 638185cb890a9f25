import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Failure, usageFailure } from '../failure'
import { packageInfo, programName } from '../package-info'
import { writeFileAtomically } from '../write-file-atomically'
import { withFileLock } from './file-lock'

/** A device login that was started and is not yet approved or denied. The next sign-in continues it. */
export interface PendingLogin {
  clientId: string
  deviceCode: string
  userCode: string
  verificationUrl: string
  /** Seconds between two polls. */
  interval: number
  /** Epoch milliseconds. */
  expiresAt: number
}

interface SavedServer {
  token?: string
  pending?: PendingLogin
}

/** The file that `exhibit login` writes. */
interface Config {
  /** The URL of the server of the last sign-in. */
  server?: string
  /**
   * For each copy of the command line that a server served as a package: the URL of the server of its last
   * sign-in. The key is the URL of the server that served the copy.
   */
  serverOfPackage?: Record<string, string>
  /** The saved data of each server. The key is the URL of the server. */
  servers: Record<string, SavedServer>
}

/** Returns the path of the configuration file: `$XDG_CONFIG_HOME/exhibit/config.json`. */
export const configFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'exhibit', 'config.json')

/** Reads the configuration file. Returns an empty configuration if the file does not exist. */
export async function readConfig(): Promise<Config> {
  const file = configFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw inaccessible('read', error)
  })
  try {
    return { servers: {}, ...(JSON.parse(text) as Partial<Config>) }
  } catch {
    throw new Failure(
      'config',
      `${file} is not valid JSON.`,
      `Delete it, then run "${programName()} login" again.`,
    )
  }
}

/**
 * Changes the saved data of a server. `change` gets the present data, and returns the new data, or null to
 * change nothing. If the data has a token, makes the server the default. A lock file makes commands that run
 * at the same time change the file one after another. Only the user can read the file.
 */
export async function changeServer(
  server: string,
  change: (saved: SavedServer) => SavedServer | null,
): Promise<void> {
  const file = configFile()
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await withFileLock(`${file}.lock`, async () => {
      const config = changed(await readConfig(), server, change)
      if (!config) return
      await writeFileAtomically(file, `${JSON.stringify(config, null, 2)}\n`, 0o600)
    })
  } catch (error) {
    throw error instanceof Failure ? error : inaccessible('written', error as NodeJS.ErrnoException)
  }
}

/** Returns the configuration with the changed data of a server; null if nothing changes. */
function changed(
  { servers, ...defaults }: Config,
  server: string,
  change: (saved: SavedServer) => SavedServer | null,
): Config | null {
  const saved = change(servers[server] ?? {})
  if (!saved) return null
  const origin = packageOrigin()
  const config: Config = { ...defaults, servers: { ...servers, [server]: saved } }
  if (saved.token) config.server = server
  if (saved.token && origin) config.serverOfPackage = { ...defaults.serverOfPackage, [origin]: server }
  return config
}

/** Returns the failure for a configuration file that cannot be read or written because of its permissions. */
const inaccessible = (done: 'read' | 'written', { code }: NodeJS.ErrnoException) =>
  new Failure(
    'config',
    `${configFile()} cannot be ${done} (${code}).`,
    'Correct its permissions, set XDG_CONFIG_HOME to another folder, or set EXHIBIT_TOKEN to an agent token.',
  )

/** Returns the origin of a URL. Throws a usage failure if the text is not the URL of a server. */
export function originOf(address: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`)
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageFailure(
      `"${address}" is not the address of a server.`,
      'Give it like https://exhibit.example.org.',
    )
  return url.origin
}

/**
 * Returns the URL of the server that served this package of the command line; undefined if the package is
 * from a registry.
 */
function packageOrigin(): string | undefined {
  const address = packageInfo().exhibit?.server
  return address && originOf(address)
}

/**
 * Returns the URL of the server: the given URL, else `EXHIBIT_URL`. If both are missing, a command line from
 * a registry uses the server of the last sign-in. A command line that a server served as a package uses the
 * server of the last sign-in with this package, else the server that served it. So evidence is not sent to a
 * server that the caller does not know. Returns undefined if no server is known.
 */
export async function findKnownServer(given: string | undefined): Promise<string | undefined> {
  const named = given || process.env.EXHIBIT_URL
  if (named) return originOf(named)
  const { server, serverOfPackage } = await readConfig()
  const origin = packageOrigin()
  return origin ? (serverOfPackage?.[origin] ?? origin) : server
}

/** Returns the URL of the server. Throws a usage failure if none is known. */
export async function findServer(given: string | undefined): Promise<string> {
  const server = await findKnownServer(given)
  if (server) return server
  throw usageFailure(
    'No server is known.',
    `Run "${programName()} login https://exhibit.example.org" with its address, or set EXHIBIT_URL.`,
  )
}

/**
 * Returns the token in `EXHIBIT_TOKEN`. If the value contains a character that no token has, throws a usage
 * failure whose message does not contain the value.
 */
export function environmentToken(): string | undefined {
  const token = process.env.EXHIBIT_TOKEN?.trim()
  if (token && !/^[!-~]+$/.test(token))
    throw usageFailure(
      'EXHIBIT_TOKEN has a space, a line break or another character that no token has.',
      'Set it to the token alone.',
    )
  return token || undefined
}

/**
 * Returns the token for a server: `EXHIBIT_TOKEN`, else the saved token. If `EXHIBIT_URL` is set,
 * `EXHIBIT_TOKEN` is used only for that server, so that the option `--server` cannot send it to another
 * server. Throws a usage failure if `EXHIBIT_TOKEN` is for another server and no token is saved for this one.
 */
export async function findToken(server: string): Promise<string | undefined> {
  const token = environmentToken()
  const url = process.env.EXHIBIT_URL
  const serverOfToken = token && url ? originOf(url) : server
  if (token && serverOfToken === server) return token
  const saved = (await readConfig()).servers[server]?.token
  if (token && !saved)
    throw usageFailure(
      `EXHIBIT_TOKEN is for ${serverOfToken}, the server of EXHIBIT_URL, not for ${server}.`,
      `Leave --server out, or set EXHIBIT_URL to ${server}.`,
    )
  return saved
}
