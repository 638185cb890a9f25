import { AppError, invalid } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { assertAllowedHost, OutgoingError } from '~~/server/outgoing/request'
import { settings } from '~~/server/settings'

/**
 * Throws `invalid_request` for a URL to which the server may not send messages. This does not check the IP
 * addresses of the host name, which are checked at each attempt.
 */
export function assertAllowedUrl(address: string): void {
  const { webhooksToPrivate } = settings()
  const url = new URL(address)
  if (url.protocol === 'http:' && !webhooksToPrivate)
    throw invalid(
      'url',
      '"url" must begin with https://.',
      'Use an https address; the operator of this server can allow http with WEBHOOKS_TO_PRIVATE=on.',
    )
  try {
    assertAllowedHost(url, webhooksToPrivate)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw invalid(
      'url',
      `"url" must name a public host: ${error.message}`,
      webhooksToPrivate
        ? 'Use another address; link-local ones are never allowed.'
        : 'Use a public address; the operator of this server can allow private ones with ' +
            'WEBHOOKS_TO_PRIVATE=on.',
    )
  }
}

/** Throws `not_found` for a project that is not in the workspace. */
export async function assertProjectIn(
  tx: Db,
  human: HumanActor,
  projectId: string,
  workspaceId: string,
): Promise<void> {
  const { project } = await loadProject(human, projectId, 'manageWebhooks', tx, 'projectId')
  if (project.workspaceId !== workspaceId)
    throw new AppError('not_found', { message: 'Project not found in this workspace.', field: 'projectId' })
}
