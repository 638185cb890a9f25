import type { AdminPerson, AdminWorkspace, PasswordLink } from '#shared/contract/admin'
import { caller, type ApiResponse, type Failure } from '../server/client'
import { password, startSession } from './sessions'
import type { Person } from './sign-up'
import type { TestServer } from '../server/server'

/** The email address of the administrator of test servers. */
export const adminEmail = 'ada@example.com'

/** An action on a person or a workspace, as the last part of its path. */
export type AdminActionName = 'suspend' | 'unsuspend' | 'delete' | 'cancel-deletion'

export interface Administrator {
  admin: Pick<Person, 'id' | 'call' | 'cookie'>
  /** Creates a link with which a person chooses a password. */
  passwordLink: (id: string, reason?: string) => Promise<ApiResponse<PasswordLink & Failure>>
  /** Performs an action on a workspace (`ws_…`) or a person (`usr_…`) as the administrator. */
  adminAction: <T = AdminWorkspace | AdminPerson>(
    id: string,
    name: AdminActionName,
    reason?: string,
  ) => Promise<ApiResponse<T & Failure>>
}

/** Signs in the administrator of a server from `servers.ts`. */
export async function administratorOf(server: TestServer): Promise<Administrator> {
  const { cookie } = await startSession(server, adminEmail)
  const call = caller(server, { cookie })
  const { user } = (await call<{ user: { id: string } }>('GET', '/api/me')).body
  return {
    admin: { id: user.id, call, cookie },
    passwordLink: (id, reason = 'Forgotten') =>
      call('POST', `/api/admin/people/${id}/password-reset`, { reason }),
    adminAction: (id, name, reason = 'Spam') =>
      call('POST', `/api/admin/${id.startsWith('ws_') ? 'workspaces' : 'people'}/${id}/${name}`, { reason }),
  }
}

/** Returns the token of a link with which a person chooses a password. */
export const tokenOfLink = (url: string): string => /reset-password\/([^?]+)/.exec(url)?.[1] ?? ''

/** Chooses a password with a link. The default is the password with which `startSession` signs in. */
export const choosePassword = (server: TestServer, url: string, newPassword = password) =>
  caller(server)('POST', '/api/auth/reset-password', { token: tokenOfLink(url), newPassword })
