import { and, desc, eq, inArray, like, lt, type SQL } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { AuditEvent } from '#shared/contract/event'
import { limits } from '#shared/contract/kit/limits'
import type { EventKind } from '#shared/events'
import { iso } from '#shared/time'
import { db } from '~~/server/db'
import { pageOf } from '~~/server/db/page'
import { event, invitation, project, review, user } from '~~/server/db/schema'
import { readItems } from './read-items'

/** The kinds of events whose subject is a person. */
const isAboutPerson = /^(?:member\.|access\.|workspace\.transferred$)/

/** Returns a page of the audit events of a workspace, newest first. Does not check access. */
export async function readEvents(input: Input<'listEvents'>): Promise<Output<'listEvents'>> {
  const rows = await db
    .select()
    .from(event)
    .where(
      and(
        eq(event.workspaceId, input.id),
        ofKind(input.kind),
        input.actorId === undefined ? undefined : eq(event.actorId, input.actorId),
        input.projectId === undefined ? undefined : eq(event.projectId, input.projectId),
        input.before === undefined ? undefined : lt(event.id, input.before),
      ),
    )
    .orderBy(desc(event.id))
    .limit(limits.pageSize + 1)
  const { page, next } = pageOf(rows, limits.pageSize, last => last.id)
  const titles = await titlesOf(page)
  const invitations = await titlesOfInvitations(page)
  const items = await readItems(page.map(each => each.subjectId))
  return {
    events: page.map((each): AuditEvent => ({
      id: each.id,
      kind: each.kind as EventKind,
      actor: { type: each.actorType, id: each.actorId, name: each.actorName },
      subjectId: each.subjectId,
      title:
        invitations.get(each.id) ?? titles.get(each.reviewId ?? each.projectId ?? each.subjectId) ?? null,
      item: items.get(each.subjectId) ?? null,
      projectId: each.projectId,
      reviewId: each.reviewId,
      detail: each.detail,
      createdAt: iso(each.createdAt),
    })),
    next,
  }
}

/**
 * The condition that an event has the given kind, such as `review.verified`. If `kind` contains no dot, it is
 * a group of kinds, such as `review`.
 */
function ofKind(kind: string | undefined): SQL | undefined {
  if (kind === undefined) return undefined
  return kind.includes('.') ? eq(event.kind, kind) : like(event.kind, `${kind}.%`)
}

/**
 * Returns the current names of the reviews, projects and people that the events refer to, by id. Deleted
 * reviews, projects and people are missing.
 */
async function titlesOf(rows: (typeof event.$inferSelect)[]): Promise<Map<string, string>> {
  const ids = (key: 'reviewId' | 'projectId') => [...new Set(rows.flatMap(each => each[key] ?? []))]
  const reviews = await db
    .select({ id: review.id, title: review.title })
    .from(review)
    .where(inArray(review.id, ids('reviewId')))
  const projects = await db
    .select({ id: project.id, title: project.name })
    .from(project)
    .where(inArray(project.id, ids('projectId')))
  const members = rows.filter(row => isAboutPerson.test(row.kind)).map(row => row.subjectId)
  const people = await db
    .select({ id: user.id, title: user.name })
    .from(user)
    .where(inArray(user.id, members))
  return new Map([...projects, ...reviews, ...people].map(each => [each.id, each.title]))
}

/**
 * Returns the titles of events about invitations, by the id of the event. For an accepted invitation, the
 * title is the name of the inviter; for other invitations, it is the email of the invited person.
 */
async function titlesOfInvitations(rows: (typeof event.$inferSelect)[]): Promise<Map<string, string>> {
  const events = rows.filter(row => row.kind.startsWith('invitation.'))
  const found = await db
    .select({ id: invitation.id, email: invitation.email, inviter: user.name })
    .from(invitation)
    .innerJoin(user, eq(user.id, invitation.createdBy))
    .where(inArray(invitation.id, [...new Set(events.map(each => each.subjectId))]))
  const invitations = new Map(found.map(each => [each.id, each]))
  return new Map(
    events.flatMap(({ id, kind, subjectId }) => {
      const { email, inviter } = invitations.get(subjectId) ?? {}
      const title = kind === 'invitation.accepted' ? inviter : email
      return title ? [[id, title] as const] : []
    }),
  )
}
