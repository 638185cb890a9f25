import type { AuditEvent } from '#shared/contract/event'
import { roles } from '#shared/contract/roles'
import { roleLabels } from '~/workspace/role-labels'

/**
 * The subject of an event: its name, or its id when it has no name any more; null when the subject is the
 * actor.
 */
export function eventSubject(
  { kind, actor, title, subjectId }: AuditEvent,
  names: Map<string, string>,
): { name: string; isId: boolean } | null {
  if (actor.id === subjectId && kind !== 'member.role_changed') return null
  // `title` may be the title of the review or project that contains the subject.
  const name = names.get(subjectId) ?? title ?? undefined
  return { name: name ?? subjectId, isId: name === undefined }
}

const disabledDetails: Record<string, string> = {
  gone: 'because its receiver is gone',
  failures: 'because it failed for five days',
}

/**
 * The end of the sentence: the role in an event about a person or an invitation, the reason of an
 * administrator, or why the server disabled a webhook; null for other events.
 */
export function eventDetail({ kind, detail }: AuditEvent): string | null {
  if (kind.startsWith('workspace.') && detail !== null) return `for this reason: ${detail}`
  if (kind === 'webhook.disabled') return disabledDetails[detail ?? ''] ?? null
  const role = roles.find(each => each === detail)
  if (!role) return null
  return kind === 'member.role_changed'
    ? `to ${roleLabels[role].label}`
    : `as ${roleLabels[role].label.toLowerCase()}`
}

/** The page of an event's subject; null when the subject has none or was deleted. */
export function eventPath({ kind, title, reviewId, projectId, subjectId }: AuditEvent): string | null {
  if (title === null || kind.startsWith('token.')) return null
  if (reviewId === null) return projectId === null ? null : `/projects/${projectId}`
  const hash = /^(thr|art)_/.test(subjectId) && !kind.endsWith('.deleted') ? `#${subjectId}` : ''
  return `/reviews/${reviewId}${hash}`
}
