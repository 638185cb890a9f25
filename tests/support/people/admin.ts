import type { AdminPerson, AdminWorkspace } from '#shared/contract/admin'
import { signUp, type ApiResponse, type Failure, type Person } from '../server/client'
import { fixtureOn, type Fixture } from '../server/fixture'
import { startServer } from '../server/server'

export const adminEmail = 'ada@example.com'

/** What an administrator does to a person or a workspace; the last part of its address. */
export type ActName = 'suspend' | 'unsuspend' | 'delete' | 'cancel-deletion'

export interface AdminFixture extends Fixture {
  admin: Person
  /** Acts on a workspace (`ws_…`) or a person (`usr_…`) as the administrator. */
  act: <T = AdminWorkspace | AdminPerson>(
    id: string,
    name: ActName,
    reason?: string,
  ) => Promise<ApiResponse<T & Failure>>
}

/** Starts a server whose first account is its administrator, with a person and a project of theirs. */
export async function adminFixture(env: Record<string, string> = {}): Promise<AdminFixture> {
  const server = await startServer({ ADMINS: adminEmail, UNCLAIMED_WORKSPACES: 'on', ...env })
  const admin = await signUp(server, 'Ada', { email: adminEmail })
  return {
    ...(await fixtureOn(server)),
    admin,
    act: (id, name, reason = 'Spam') =>
      admin.call('POST', `/api/admin/${id.startsWith('ws_') ? 'workspaces' : 'people'}/${id}/${name}`, {
        reason,
      }),
  }
}
