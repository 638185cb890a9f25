import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Failure, usageFailure } from './failure'

/** A device login that was started and not decided, which the next login continues. */
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
  /** The address of the server that was signed in to last. */
  server?: string
  /** By address. */
  servers: Record<string, SavedServer>
}

/** Returns the path of the configuration: `$XDG_CONFIG_HOME/exhibit/config.json`. */
export const configFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'exhibit', 'config.json')

/** Reads the configuration; an empty one if there is no file. */
export async function readConfig(): Promise<Config> {
  const file = configFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    const { server, servers = {} } = JSON.parse(text) as Partial<Config>
    return { ...(server !== undefined && { server }), servers }
  } catch {
    throw new Failure('config', `${file} is not valid JSON.`, 'Delete it, then run "exhibit login" again.')
  }
}

/** Saves what is known of a server, and makes it the default if it has a token. The file is private. */
export async function saveServer(server: string, saved: SavedServer): Promise<void> {
  const config = await readConfig()
  const servers = { ...config.servers, [server]: saved }
  const file = configFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}`
  try {
    const text = JSON.stringify({ ...config, ...(saved.token && { server }), servers }, null, 2)
    await writeFile(temporary, `${text}\n`, { mode: 0o600 })
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Returns an address without its path. Throws a usage failure if it is not an address. */
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
 * Returns the address of the server: the given one, else that of `EXHIBIT_URL`, else the one signed in to
 * last; undefined if there is none.
 */
export async function findKnownServer(given: string | undefined): Promise<string | undefined> {
  const named = given || process.env.EXHIBIT_URL
  return named ? originOf(named) : (await readConfig()).server
}

/** Returns the address of the server. Throws a usage failure if none is known. */
export async function findServer(given: string | undefined): Promise<string> {
  const server = await findKnownServer(given)
  if (server) return server
  throw usageFailure(
    'No server is known.',
    'Run "exhibit login https://exhibit.example.org" with its address, or set EXHIBIT_URL.',
  )
}

/** Returns the token of a server: that of `EXHIBIT_TOKEN`, else the saved one. */
export async function findToken(server: string): Promise<string | undefined> {
  return process.env.EXHIBIT_TOKEN || (await readConfig()).servers[server]?.token
}
