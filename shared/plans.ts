import { DAY, MINUTE } from './time'

/** The plan table, the only place of its numbers. */
export const planIds = ['unclaimed', 'free', 'team'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  id: PlanId
  name: string
  /** US dollars per month. */
  price: number
  limits: {
    projectsPerWorkspace: number
    reviewsPerMonth: number
    evidenceUnitsPerMonth: number
    agentKeys: number
    /** The owner and members together. */
    members: number
    reviewers: number
    /**
     * The workspaces that one person owns on this plan; null for unclaimed workspaces, which have no owner.
     */
    workspaces: number | null
    fileBytes: number
    videoMs: number
  }
  retention: { visibleDays: number; recoverableDays: number }
}

const MiB = 1024 * 1024

export const plans: Record<PlanId, Plan> = {
  unclaimed: {
    id: 'unclaimed',
    name: 'Unclaimed',
    price: 0,
    limits: {
      projectsPerWorkspace: 1,
      reviewsPerMonth: 3,
      evidenceUnitsPerMonth: 25,
      agentKeys: 1,
      members: 1,
      reviewers: 0,
      workspaces: null,
      fileBytes: 50 * MiB,
      videoMs: 5 * MINUTE,
    },
    retention: { visibleDays: 5, recoverableDays: 7 },
  },
  free: {
    id: 'free',
    name: 'Free',
    price: 0,
    limits: {
      projectsPerWorkspace: 5,
      reviewsPerMonth: 100,
      evidenceUnitsPerMonth: 500,
      agentKeys: 5,
      members: 3,
      reviewers: 5,
      workspaces: 3,
      fileBytes: 50 * MiB,
      videoMs: 5 * MINUTE,
    },
    retention: { visibleDays: 14, recoverableDays: 14 },
  },
  team: {
    id: 'team',
    name: 'Team',
    price: 29,
    limits: {
      projectsPerWorkspace: 200,
      reviewsPerMonth: 10_000,
      evidenceUnitsPerMonth: 20_000,
      agentKeys: 100,
      members: 50,
      reviewers: 500,
      workspaces: 50,
      fileBytes: 500 * MiB,
      videoMs: 30 * MINUTE,
    },
    retention: { visibleDays: 365, recoverableDays: 30 },
  },
}

export type MediaState = 'active' | 'expired' | 'deleted'

export interface MediaLife {
  state: MediaState
  /** The end of the visible window in epoch milliseconds; null if media is never deleted. */
  expiresAt: number | null
  /** The end of the recovery window in epoch milliseconds; null if media is never deleted. */
  deletesAt: number | null
}

/**
 * Whether the media of claimed workspaces is deleted after the windows of their plan, or kept. Media of
 * unclaimed workspaces is always deleted after their windows.
 */
export type RetentionSetting = 'plan' | 'off'

/** Returns how long media is shown and can be recovered; null if it is never deleted. */
export const retentionOf = (plan: PlanId, setting: RetentionSetting): Plan['retention'] | null =>
  setting === 'off' && plan !== 'unclaimed' ? null : plans[plan].retention

/** Returns the milliseconds from the completion of media to its deletion; null if it is never deleted. */
export function lifetimeOf(plan: PlanId, setting: RetentionSetting): number | null {
  const retention = retentionOf(plan, setting)
  return retention && (retention.visibleDays + retention.recoverableDays) * DAY
}

/**
 * Returns the state of a completed revision's media, from its age and the workspace's present plan: a larger
 * plan makes expired media active again. Only a recorded deletion is final.
 */
export function mediaLife(
  completedAt: number,
  deletedAt: number | null,
  plan: PlanId,
  setting: RetentionSetting,
  now: number,
): MediaLife {
  const retention = retentionOf(plan, setting)
  if (!retention)
    return { state: deletedAt === null ? 'active' : 'deleted', expiresAt: null, deletesAt: null }
  const expiresAt = completedAt + retention.visibleDays * DAY
  const deletesAt = expiresAt + retention.recoverableDays * DAY
  const state = deletedAt !== null ? 'deleted' : now >= expiresAt ? 'expired' : 'active'
  return { state, expiresAt, deletesAt }
}

/**
 * Returns the evidence units of an artifact: 1 for an image; for a video 1 for every started 15 seconds, at
 * least 1.
 */
export function evidenceUnits(kind: 'image' | 'video', durationMs: number | null): number {
  if (kind === 'image') return 1
  return Math.max(1, Math.ceil((durationMs ?? 0) / 15_000))
}

/** Returns the calendar month of an instant in UTC, such as `2026-11`, by which meters count. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7)
}

/** The limits of a plan that are counted, unlike those of one file. */
export type CountedLimit = Exclude<keyof Plan['limits'], 'fileBytes' | 'videoMs'>
