import type { Mention } from '#shared/contract/mention'
import type { ThreadLabel, ThreadStatus } from '#shared/contract/review-status'
import type { Role } from '#shared/contract/roles'
import type { AdminEventKind, EventActorType, EventKind, noLabel, withdrawnVerdict } from '#shared/events'
import type { PlanId } from '#shared/plans'
import type { WebhookDisabledReason } from '#shared/webhooks'

/** The actor who caused a change. */
export interface EventActor {
  type: EventActorType
  id: string | null
  name: string | null
}

/** The server itself, as the actor of a change. */
export const system: EventActor = { type: 'system', id: null, name: null }

/**
 * The workspace, project and review in which a change was made. They determine who can read the audit event
 * of the change, and which filters of the audit log find the event.
 */
export interface Scope {
  workspaceId: string
  projectId?: string | null
  reviewId?: string | null
}

/** The workspace, project and review in which a change of a review was made. */
export interface ReviewScope extends Scope {
  projectId: string
  reviewId: string
}

/** A row that was loaded from the database. */
interface Row {
  id: string
}

/**
 * Returns the workspace, project and review in which a resource is changed. `loaded` contains the rows to
 * which the resource belongs.
 */
export function scopeOf(loaded: { workspace: Row; project: Row; review: Row }): ReviewScope
export function scopeOf(loaded: { workspace: Row; project?: Row; review?: Row }): Scope
export function scopeOf({
  workspace,
  project,
  review,
}: {
  workspace: Row
  project?: Row
  review?: Row
}): Scope {
  return { workspaceId: workspace.id, projectId: project?.id, reviewId: review?.id }
}

/** The fields that every recorded change has. */
interface Cause<Kind> {
  kind: Kind
  actor: EventActor
  /** The id of the changed resource. */
  subjectId: string
  /**
   * The time to store in the changed rows, in epoch milliseconds; by default the current time. The event and
   * its review get the same time.
   */
  at?: number
}

type InWorkspace<Kind extends EventKind, Details = unknown> = Cause<Kind> & Scope & Details
type InReview<Kind extends EventKind, Details = unknown> = Cause<Kind> & ReviewScope & Details

/**
 * An action of an administrator. The deletion of a workspace by its owner, and the deletion of an account by
 * its person, also count as such actions.
 */
type AdminAction<Kind extends AdminEventKind, Details = unknown> = Cause<Kind> & {
  subjectName: string
  /** The reason for the action, as an administrator typed it. */
  detail?: string
} & Details

export type AdminWorkspaceAction = Extract<AdminEventKind, EventKind>
export type AdminMemberAction = 'person.added' | 'person.role_changed'
/**
 * The actions of administrators that change the state of a person. The person's open sessions are notified of
 * them.
 */
export type AdminPersonAction = Exclude<
  Extract<AdminEventKind, `person.${string}`>,
  AdminMemberAction | 'person.created' | 'person.password_link_created' | 'person.deleted'
>

/** The membership that an administrator gave a person. */
export interface GivenMembership {
  workspaceId: string
  workspaceName: string
  role: Role
}

/** The fields of a new or edited comment. */
interface Written {
  threadId: string
  mentions: Mention[] | null
}

/** The changes that have more fields than {@link Cause}. `detail` is stored with the audit event. */
type Detailed =
  | InReview<
      'review.open' | 'review.changes_requested' | 'review.verified' | 'review.verdict_given',
      {
        verdict: { id: string; mentions: Mention[] | null }
        /**
         * `detail` is {@link withdrawnVerdict} if the review has this status because a later verdict was
         * withdrawn.
         */
        detail?: typeof withdrawnVerdict
      }
    >
  | InReview<'review.verdict_withdrawn', { verdict: { id: string } }>
  /**
   * `added` are the ids of people who are now asked for a verdict, `removed` the ids of people who are no
   * longer asked.
   */
  | InReview<'review.reviewers_requested', { added: string[]; removed: string[] }>
  | InReview<'review.exported', { detail: 'html' | 'csv' }>
  | InReview<
      | 'review.created'
      | 'review.deleted'
      | Extract<EventKind, `artifact.${string}` | `upload.${string}` | `capability.${string}`>
      | 'thread.created'
      | 'thread.open'
      | 'thread.addressed'
      | 'thread.resolved'
      | 'thread.deleted'
      | 'comment.deleted'
      | 'share_link.revealed'
      | 'share_link.revoked'
    >
  /** `detail` is the status that the edit set, or else the label; {@link noLabel} if it removed the label. */
  | InReview<'thread.updated', { detail?: ThreadStatus | ThreadLabel | typeof noLabel }>
  /** `detail` is the status that the comment gave the thread. */
  | InReview<'comment.created', { comment: Written; detail?: ThreadStatus }>
  | InReview<'comment.updated', { comment: Written }>
  /** `detail` lists the options of the share link. */
  | InReview<'share_link.created' | 'share_link.updated', { detail?: string }>
  /** `detail` is the new repository of the project. */
  | InWorkspace<'project.updated', { detail?: string }>
  /** `detail` is the new plan, according to the payment provider. */
  | InWorkspace<'workspace.plan_changed', { detail: PlanId }>
  /** `reviewIds` are the ids of the reviews that were deleted with the project. */
  | InWorkspace<'project.deleted', { reviewIds: string[] }>
  | InWorkspace<
      'member.added' | 'member.role_changed' | 'access.accepted' | Extract<EventKind, `invitation.${string}`>,
      { detail: Role }
    >
  /** `detail` is the reason for which the server disabled the webhook; undefined if a person disabled it. */
  | InWorkspace<'webhook.disabled', { detail?: Exclude<WebhookDisabledReason, 'person'> }>
  | AdminAction<AdminWorkspaceAction, Scope>
  /** `sessionIds` are the ids of the open sessions of the person. */
  | AdminAction<AdminPersonAction, { sessionIds: string[] }>
  | AdminAction<'workspace.deleted' | 'person.created' | 'person.password_link_created' | 'person.deleted'>
  /** `membership` is the membership of the person after the action. */
  | AdminAction<AdminMemberAction, { membership: GivenMembership }>
  /** A change of a review that has no audit event, such as a change of the title. */
  | { kind: 'review.updated'; reviewId: string }
  /** A person added or removed a reaction to a comment. It has no audit event. */
  | { kind: 'comment.reacted'; reviewId: string }
  /** A page that shows a review was opened or closed. */
  | { kind: 'viewers.changed'; reviewId: string }

/** A change with the data that its subscribers need. */
export type Change = Detailed | InWorkspace<Exclude<EventKind, Detailed['kind']>>

export type ChangeKind = Change['kind']

type WithKind<C, Kind> = C extends { kind: unknown } ? (Kind extends C['kind'] ? C : never) : never

/** The changes with one of the given kinds. */
export type ChangeOf<Kind extends ChangeKind> = WithKind<Change, Kind>
