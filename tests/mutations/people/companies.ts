import type { Fault } from '../fault.ts'

const companies: Fault['tests'] = ['tests/api/access/company-sign-in.test.ts']

/** Faults in the sign-in of people of companies, and in the workspaces where they land. */
export const companySignIn: Fault[] = [
  {
    id: 'denied-email-trusted',
    file: 'server/sign-in/providers/oidc-claims.ts',
    search: "(trustEmail === 'on' && !isGiven(confirmed))",
    replace: "trustEmail === 'on'",
    tests: companies,
    why: 'An email of which the provider says that it is not confirmed opens the account of another person.',
  },
  {
    id: 'groups-only-add',
    file: 'server/domain/workspace/follow-groups.ts',
    search: 'if (role === present) continue',
    replace: 'if (role === present || role === null) continue',
    tests: companies,
    why: 'A person who left a group keeps access to its workspace.',
  },
  {
    id: 'missing-groups-count-as-none',
    file: 'server/sign-in/providers/oidc-claims.ts',
    search: 'if (names.every(each => each !== null)) return names.map(groupName)',
    replace: 'return names.filter(each => each !== null).map(groupName)',
    tests: companies,
    why: 'A provider that does not list the groups of a person once removes them from all workspaces.',
  },
  {
    id: 'removed-person-lands-again',
    file: 'server/domain/workspace/ensure-workspaces.ts',
    search: 'if (current?.landedAt === null) await',
    replace: 'if (current) await',
    tests: companies,
    why: 'A person whom an owner removed is a member again after the next sign-in.',
  },
  {
    id: 'named-workspace-by-its-name',
    file: 'server/domain/workspace/named-workspaces.ts',
    search: 'or(eq(workspace.id, name), eq(workspace.settingName, name))',
    replace: 'or(eq(workspace.id, name), eq(workspace.name, name))',
    tests: companies,
    why: 'Someone names their workspace like that of the company, and new people join it.',
  },
]
