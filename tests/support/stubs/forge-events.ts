import { createHmac } from 'node:crypto'
import type { ForgeKind } from '#shared/forge/dialects'
import { caller, type Call, type Failure } from '../server/client'
import type { TestServer } from '../server/server'

interface CommentOptions {
  id?: number
  body?: string
  action?: 'created' | 'edited'
  /** Whether the comment is on an issue that is not a pull request. */
  isIssue?: boolean
  repository?: string
  pullRequest?: number
  /** Whether an app wrote the comment. GitLab does not state it. */
  isByBot?: boolean
}

/** Returns the event that a forge sends for a comment on pull request 7 of `acme/web`. */
export function commentEvent(
  kind: ForgeKind,
  {
    id = 501,
    body = '/exhibit',
    action = 'created',
    isIssue = false,
    repository = 'acme/web',
    pullRequest = 7,
    isByBot = false,
  }: CommentOptions = {},
): object {
  if (kind === 'gitlab')
    return {
      object_kind: 'note',
      event_type: 'note',
      user: { id: 2, username: 'bo' },
      project_id: 1,
      project: { id: 1, path_with_namespace: repository },
      object_attributes: {
        id,
        note: body,
        noteable_type: isIssue ? 'Issue' : 'MergeRequest',
        system: false,
        action: action === 'created' ? 'create' : 'update',
      },
      ...(isIssue ? { issue: { iid: pullRequest } } : { merge_request: { iid: pullRequest } }),
    }
  return {
    action,
    issue: {
      number: pullRequest,
      // GitHub leaves the field out for an issue, Gitea sends null.
      ...(isIssue ? kind === 'gitea' && { pull_request: null } : { pull_request: { merged_at: null } }),
    },
    comment: { id, body, user: { id: 2, login: 'bo', type: isByBot ? 'Bot' : 'User' } },
    repository: { id: 1, full_name: repository },
    sender: { id: 2, login: 'bo' },
  }
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** The headers with which each forge proves that it knows the secret of the webhook. */
export const signatures: Record<ForgeKind, (secret: string, text: string) => Record<string, string>> = {
  github: (secret, text) => ({
    'x-github-event': 'issue_comment',
    'x-hub-signature-256': `sha256=${hmac(secret, text)}`,
  }),
  // Newer versions of Gitea send further headers. Older versions send only the header of Gitea itself, so the
  // tests send only that header.
  gitea: (secret, text) => ({
    'x-gitea-event': 'issue_comment',
    'x-gitea-signature': hmac(secret, text),
  }),
  gitlab: secret => ({ 'x-gitlab-event': 'Note Hook', 'x-gitlab-token': secret }),
}

/** The webhook of a forge, as its settings show it. */
export interface ForgeWebhook {
  url: string
  secret: string
}

/** Creates the webhook of a connected project. */
export async function createForgeWebhook(call: Call, projectId: string): Promise<ForgeWebhook> {
  const { status, body } = await call<ForgeWebhook>('POST', `/api/projects/${projectId}/forge/secret`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Sends an event to a webhook as a forge does. A text is sent as it is. */
export function sendEvent(
  server: Pick<TestServer, 'url' | 'log'>,
  kind: ForgeKind,
  { url, secret }: ForgeWebhook,
  event: object | string,
  headers: Record<string, string> = {},
) {
  const text = typeof event === 'string' ? event : JSON.stringify(event)
  const signed = { ...signatures[kind](secret, text), ...headers }
  return caller(server)<Failure>('POST', new URL(url).pathname, text, signed)
}
