import { contract } from '#shared/contract'
import { describeAuth } from '#shared/contract/kit/describe-auth'
import type { Operation } from '#shared/contract/kit/operation'
import { contractVersion, type ApiIndex } from '#shared/contract/meta'
import { serverInfo } from '~~/server/settings/server-info'

/** Returns the API index, from which a client can find everything else. */
export async function readIndex(): Promise<ApiIndex> {
  const { publicUrl, cliClientId, cliUrl } = serverInfo()
  const operations: Operation[] = Object.values(contract)
  return {
    name: 'Exhibit',
    version: contractVersion,
    documentation: {
      openapi: `${publicUrl}/openapi.json`,
      quickstart: `${publicUrl}/developers`,
      api: `${publicUrl}/docs/api.md`,
      cli: `${publicUrl}/docs/cli.md`,
    },
    commandLine: { npx: `npx --yes ${cliUrl}`, package: cliUrl, clientId: cliClientId },
    authentication:
      'Authorization: Bearer svc_… (an agent token, created in the dashboard under Settings, ' +
      'Agent tokens). ' +
      'Upload and capability addresses need none.',
    endpoints: operations
      .filter(row => !row.internal)
      .map(row => ({
        method: row.method,
        path: row.path,
        summary: row.summary,
        auth: describeAuth(row.auth),
      })),
  }
}
