import type { Capability } from './contract/capabilities'
import type { Role } from './contract/roles'
import type { Feature } from './contract/features'

/** The rule that says which callers may do an action. */
interface Rule {
  /**
   * The roles in a workspace with which people may do the action. 'account' means every signed-in person,
   * even without a workspace. 'admins' means the administrators of the server.
   */
  people: readonly Role[] | 'account' | 'admins'
  /**
   * The capability that an agent token needs for the action. 'any' means that every valid token may do it,
   * null means that no token may.
   */
  agents: Capability | 'any' | null
  /** Set if `ADMIN_TOKEN` allows the action. */
  adminToken?: true
  /**
   * Set if the action is allowed without a credential, because its result is public, or because the URL
   * itself is the credential.
   */
  public?: true
  /**
   * The option that a share link must have so that its visitors may do the action. They need no credential.
   */
  visitors?: ShareOption
  /** The part of the server that the action belongs to: without it, the action is refused to everyone. */
  feature?: Feature
  /** The part of the server without which the action is refused to people, but not to agents. */
  peopleNeed?: Feature
}

/** The options of a share link. Each option allows visitors an action in addition to viewing. */
export type ShareOption = 'allowComments' | 'allowDownload'

const everyone = ['owner', 'member', 'reviewer'] as const
const members = ['owner', 'member'] as const
const owners = ['owner'] as const
const noRole = [] as const

/**
 * The permission table. It defines the actions that people may do with each role in a workspace, and the
 * actions that agents may do with each capability of their token. The contract states an action for each
 * operation, and {@link may} checks it.
 */
export const permissions = {
  /** Read public documents, and use the URLs of uploads, media, share links and invitations. */
  public: { people: 'account', agents: 'any', public: true },
  /** Read and change one's own account; create, claim and join workspaces. */
  useAccount: { people: 'account', agents: null },

  /** Read reviews with their projects and evidence. */
  readReviews: { people: everyone, agents: 'any' },
  /** Read threads with their comments. */
  readFeedback: { people: everyone, agents: 'feedback:read' },
  /** Download original files. */
  downloadOriginals: { people: everyone, agents: 'artifact:read' },
  /** Start threads, reply, and mark threads addressed. */
  comment: { people: everyone, agents: 'thread:reply' },
  /** Claim a thread, so that others see who works on it. */
  claimThreads: { people: noRole, agents: 'thread:reply' },
  /** Resolve and reopen threads, and move their marks. */
  resolve: { people: everyone, agents: null },
  /** Edit and delete one's own comments, and attach video frames to one's own comments on videos. */
  editOwnComments: { people: everyone, agents: null },
  /** React to comments with an emoji. */
  react: { people: everyone, agents: null },
  /** Write pending comments, which only their author sees until they are submitted. */
  writePendingComments: { people: everyone, agents: null },
  /** Delete comments and threads of others. */
  deleteComments: { people: owners, agents: null },
  /** Delete comments of guests. */
  deleteGuestComments: { people: members, agents: null },
  /** Set the verdict of a review, approve evidence, and choose the preferred variation. */
  decide: { people: everyone, agents: null },
  /** Ask people for their verdict on a review. */
  requestReviewers: { people: members, agents: null },
  /** Create reviews; complete and describe evidence; revoke share and media links. */
  contribute: { people: members, agents: 'artifact:write' },
  /** Send evidence and new revisions. Everyone who may contribute may do it. */
  uploadEvidence: { people: members, agents: 'artifact:write', peopleNeed: 'uploadsByHand' },
  /** Get a one-time address for evidence. People send evidence with their session. */
  addressEvidence: { people: noRole, agents: 'artifact:write' },
  /** Create share links, for which one needs `readFeedback` too: their pages show the comments. */
  shareReviews: { people: members, agents: 'artifact:write', feature: 'shareLinks' },
  /** Open a share link, and enter its password. */
  viewShared: { people: 'account', agents: 'any', public: true, feature: 'shareLinks' },
  /** Change share links, and let their visitors comment and download originals. */
  openShareLinks: { people: members, agents: null, feature: 'shareLinks' },
  /** Comment as a visitor of a share link, and delete one's own guest comments. */
  commentAsGuest: {
    people: noRole,
    agents: null,
    public: true,
    visitors: 'allowComments',
    feature: 'guestComments',
  },
  /** Download original files as a visitor of a share link. */
  downloadShared: {
    people: noRole,
    agents: null,
    public: true,
    visitors: 'allowDownload',
    feature: 'shareLinks',
  },
  /** Delete reviews and artifacts. */
  deleteEvidence: { people: members, agents: null },

  /** Read the capabilities of one's own agent token. */
  readOwnToken: { people: noRole, agents: 'any' },
  /** Create a project through the API. */
  createProject: { people: noRole, agents: 'project:create' },
  /** Create, rename and delete projects in the dashboard. */
  manageProjects: { people: members, agents: null },
  /** See, create and revoke agent tokens. */
  manageTokens: { people: members, agents: null },
  /**
   * Read data that only the dashboard shows: inbox, lists, people, plan, live events, and which reviews one
   * has seen.
   */
  useDashboard: { people: everyone, agents: null },
  /** Leave a workspace. */
  leaveWorkspace: { people: everyone, agents: null },
  /** Rename, transfer and delete a workspace; manage its people, invitations and plan; read its audit log. */
  manageWorkspace: { people: owners, agents: null },
  /**
   * Invite reviewers as an agent, if an owner has allowed this. People need the permission to manage the
   * workspace instead.
   */
  inviteReviewers: { people: noRole, agents: 'artifact:write' },
  /** See, create, change and test webhooks, and see the responses of their receivers. */
  manageWebhooks: { people: owners, agents: null, feature: 'webhooks' },
  /** Connect projects to repositories, so that reviews are shown on their pull requests. */
  manageForges: { people: owners, agents: null },
  /** Use the endpoints with which an MCP client signs in (RFC 6749). */
  useOAuth: { people: 'account', agents: 'any', public: true, feature: 'mcp' },
  /** Allow an MCP client to get an agent token, in a workspace in which one may create tokens. */
  connectClients: { people: 'account', agents: null, feature: 'mcp' },
  /**
   * See usage, people and workspaces of the whole server; create people, suspend and delete people and
   * workspaces, set roles, and create links to choose a password.
   */
  administer: { people: 'admins', agents: null, adminToken: true },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof permissions
export const actions = Object.keys(permissions) as Action[]

/**
 * A caller with the data that the permission table depends on. For a person, this is their role in the
 * workspace of the action (null outside of it) and whether they are an administrator of the server. For a
 * visitor, it is the permissions of the share link. `system` is a script with `ADMIN_TOKEN`.
 */
export type Subject =
  | { type: 'anonymous' }
  | { type: 'system' }
  | { type: 'human'; role: Role | null; admin?: boolean }
  | { type: 'agent'; capabilities: readonly Capability[] }
  | ({ type: 'visitor' } & Readonly<Record<ShareOption, boolean>>)

/** Returns whether a caller may do an action. */
export function may(caller: Subject, action: Action): boolean {
  const rule: Rule = permissions[action]
  if (rule.visitors) return caller.type === 'visitor' && caller[rule.visitors]
  if (rule.public) return true
  switch (caller.type) {
    case 'visitor':
    case 'anonymous':
      return false
    case 'system':
      return rule.adminToken === true
    case 'agent':
      return rule.agents === 'any' || (rule.agents !== null && caller.capabilities.includes(rule.agents))
    case 'human':
      if (rule.people === 'admins') return caller.admin === true
      return rule.people === 'account' || (caller.role !== null && rule.people.includes(caller.role))
  }
}

/**
 * Returns the part of the server that must be turned on for an action of a caller of the given type;
 * undefined if there is none.
 */
export function featureFor(action: Action, type: Subject['type']): Feature | undefined {
  const rule: Rule = permissions[action]
  return rule.feature ?? (type === 'human' ? rule.peopleNeed : undefined)
}

/** The kinds of credential that an action accepts. */
export interface Credentials {
  agent: Capability | 'any' | false
  human: boolean
  anonymous: boolean
  adminToken: boolean
}

/** Returns the kinds of credential that an action accepts. A public action needs none. */
export function credentialsFor(action: Action): Credentials {
  const rule: Rule = permissions[action]
  if (rule.public) return { agent: false, human: false, anonymous: true, adminToken: false }
  return {
    agent: rule.agents ?? false,
    human: rule.people.length > 0,
    anonymous: false,
    adminToken: rule.adminToken === true,
  }
}

/**
 * The types of caller that may do an action, as a type for the compiler: see CallerOf in
 * server/access/actor.ts.
 */
export type CallerType<A extends Action> = A extends Action
  ? (typeof permissions)[A] extends { public: true }
    ? 'anonymous'
    : | ((typeof permissions)[A]['people'] extends readonly [] ? never : 'human')
      | ((typeof permissions)[A]['agents'] extends null ? never : 'agent')
      | ((typeof permissions)[A] extends { adminToken: true } ? 'system' : never)
  : never
