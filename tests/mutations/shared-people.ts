import type { Fault } from './fault.ts'

export const sharedPeople: Fault[] = [
  {
    id: 'first-account-administers-with-mail',
    file: 'server/access/admins.ts',
    search: '(!canConfirmEmails() && (await isFirstAccount(executor, person)))',
    replace: '(await isFirstAccount(executor, person))',
    tests: ['tests/api/access/admin.test.ts'],
    why: 'All who sign up first with the email of an administrator administer the server without owning it.',
  },
  {
    id: 'passkey-challenges-not-counted',
    file: 'server/http/sign-in/auth.ts',
    search: "if (path === '/api/auth/passkey/generate-authenticate-options') return 'write'",
    replace: "if (path === '/api/auth/passkey/generate-authenticate-options') return 'none'",
    tests: ['tests/api/access/passkeys.test.ts'],
    why: 'Without an account, a client fills the database with challenges of sign-ins.',
  },
  {
    id: 'access-requests-swept-early',
    file: 'server/domain/retention/sweep.ts',
    search: 'lte(accessRequest.createdAt, now - limits.accessRequestMs)',
    replace: 'lte(accessRequest.createdAt, now)',
    tests: ['tests/api/access/access-requests.test.ts'],
    why: 'An access request that its owner did not decide within the hour is lost.',
  },
  {
    id: 'webhook-waits-longer',
    file: 'server/domain/webhook/send-message.ts',
    search: ': limits.webhookTimeoutMs',
    replace: ': 4 * limits.webhookTimeoutMs',
    tests: ['tests/api/workspaces/webhook-deliveries.test.ts'],
    why: 'A receiver that never responds holds one of the places of its webhook for a minute.',
  },
]
