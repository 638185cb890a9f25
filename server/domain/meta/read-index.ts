import { addresses } from '#shared/addresses'
import { contract } from '#shared/contract'
import { describeAuth } from '#shared/contract/kit/describe-auth'
import { isOffered } from '#shared/contract/kit/reference/groups'
import type { Operation } from '#shared/contract/kit/operation'
import { contractVersion, type ApiIndex } from '#shared/contract/meta'
import { commit, version } from '~~/server/process/version'
import { serverInfo } from '~~/server/downloads/server-info'

/** Returns the API index, from which a client can find everything else on this server. */
export async function readIndex(): Promise<ApiIndex> {
  const { publicUrl, cliClientId, cliUrl, unclaimedWorkspaces, turnedOff } = serverInfo()
  const operations: Operation[] = Object.values(contract)
  return {
    name: 'Exhibit',
    version: contractVersion,
    build: { version, commit },
    documentation: {
      llms: `${publicUrl}/llms.txt`,
      skill: `${publicUrl}/skill.md`,
      openapi: `${publicUrl}/openapi.json`,
      quickstart: `${publicUrl}/developers`,
      api: `${publicUrl}/docs/api.md`,
      cli: `${publicUrl}/docs/cli.md`,
    },
    mcp: turnedOff.includes('mcp') ? null : addresses.mcp(publicUrl),
    commandLine: { npx: `npx --yes ${cliUrl}`, package: cliUrl, clientId: cliClientId },
    authentication:
      'Authorization: Bearer svc_… (an agent token, created in the dashboard under Settings, ' +
      `Agent tokens, or by the device login: ${publicUrl}/docs/api.md#get-a-token). ` +
      'Upload and capability addresses need none.',
    endpoints: operations
      .filter(row => !row.internal && (unclaimedWorkspaces || row.id !== 'bootstrapWorkspace'))
      .filter(row => isOffered(row, turnedOff))
      .map(row => ({
        method: row.method,
        path: row.path,
        summary: row.summary,
        auth: describeAuth(row.auth),
      })),
  }
}
