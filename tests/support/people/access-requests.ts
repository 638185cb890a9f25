import type { AccessRequest, OwnAccessRequest } from '#shared/contract/access-request'
import { newId } from '#shared/ids'
import { signUp, type Person } from './sign-up'
import { runSql } from '../data/database'
import type { TestServer } from '../server/server'

/** Requests access on behalf of a person. */
export const askForAccess = (person: Person, subjectId: string, message?: string) =>
  person.call<OwnAccessRequest>('POST', '/api/access-requests', { subjectId, message })

/** Returns the access requests that a person can decide. */
export const requestsFor = async (owner: Person) =>
  (await owner.call<{ accessRequests: AccessRequest[] }>('GET', '/api/access-requests')).body.accessRequests

/** Decides an access request, and returns the status. */
export const decide = async (owner: Person, id: string, how: 'accept' | 'decline', role?: string) =>
  (await owner.call('POST', `/api/access-requests/${id}/${how}`, role && { role })).status

const outsiders = new WeakMap<TestServer, Promise<Person>>()

/**
 * Stores the request of a person outside the workspace for access to a review. Returns the id of the request.
 */
export async function insertAccessRequest(
  server: TestServer,
  workspaceId: string,
  reviewId: string,
): Promise<string> {
  const outsider = outsiders.get(server) ?? signUp(server, 'Outsider')
  outsiders.set(server, outsider)
  const id = newId('accessRequest')
  const { id: userId } = await outsider
  // The person may already be a member, because an earlier request was accepted.
  await runSql(server, 'DELETE FROM membership WHERE user_id = ? AND workspace_id = ?', [userId, workspaceId])
  await runSql(
    server,
    'INSERT INTO access_request (id, user_id, subject_id, workspace_id, created_at) VALUES (?, ?, ?, ?, ?)',
    [id, userId, reviewId, workspaceId, server.now()],
  )
  return id
}
