import type { ServerInfo } from '#shared/server-info'
import { settings } from './index'

/** Returns what the public documents state about this server. */
export function serverInfo(): ServerInfo {
  const { publicUrl, cliClientId } = settings()
  return { publicUrl, cliClientId, cliUrl: publicUrl + (process.env.CLI_PACKAGE ?? '') }
}
