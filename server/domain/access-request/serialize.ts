import type { AccessRequest, OwnAccessRequest } from '#shared/contract/access-request'
import { limits } from '#shared/contract/kit/limits'
import { iso } from '#shared/time'
import type { accessRequest } from '~~/server/db/schema'
import type { selectOpenRequests } from './open-requests'

/** Returns a request in the form that is shown to the person who made the request. */
export function toOwnAccessRequest({
  subjectId,
  createdAt,
}: Pick<typeof accessRequest.$inferSelect, 'subjectId' | 'createdAt'>): OwnAccessRequest {
  return { subjectId, createdAt: iso(createdAt), expiresAt: iso(createdAt + limits.accessRequestMs) }
}

/** Returns a request in the form that is shown to owners of the workspace. */
export function toAccessRequest({
  request,
  person,
  title,
  workspace,
}: Awaited<ReturnType<typeof selectOpenRequests>>[number]): AccessRequest {
  return {
    id: request.id,
    person: { name: person.name, email: person.email, emailConfirmed: person.emailVerified },
    title,
    workspace: { id: workspace.id, name: workspace.name },
    message: request.message,
    ...toOwnAccessRequest(request),
  }
}
