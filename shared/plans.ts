import { MIB } from './contract/kit/sizes'
import { DAY, MINUTE } from './time'

/** The plan table. The numbers of all plans are defined only here. */
export const planIds = ['unclaimed', 'free', 'team'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  id: PlanId
  name: string
  /** The price in US dollars per month. */
  price: number
  limits: {
    projectsPerWorkspace: number
    reviewsPerMonth: number
    evidenceUnitsPerMonth: number
    agentKeys: number
    /** The maximum number of members, including the owner. */
    members: number
    reviewers: number
    /**
     * The maximum number of workspaces on this plan that one person may own; null for unclaimed workspaces,
     * which have no owner.
     */
    workspaces: number | null
    fileBytes: number
    videoMs: number
  }
  retention: { visibleDays: number; recoverableDays: number }
}

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
      fileBytes: 50 * MIB,
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
      fileBytes: 50 * MIB,
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
      fileBytes: 500 * MIB,
      videoMs: 30 * MINUTE,
    },
    retention: { visibleDays: 365, recoverableDays: 30 },
  },
}

export type MediaState = 'active' | 'expired' | 'deleted'

export interface MediaLife {
  state: MediaState
  /** The time until which the media is shown, in epoch milliseconds; null if it is never deleted. */
  expiresAt: number | null
  /** The time until which the media can be recovered, in epoch milliseconds; null if it is never deleted. */
  deletesAt: number | null
}

/**
 * `plan`: media is deleted when the retention of its plan has passed. `off`: the media of claimed workspaces
 * is never deleted. The media of unclaimed workspaces is deleted in both cases.
 */
export type RetentionSetting = 'plan' | 'off'

/** The fields of a workspace that determine how long its media is stored. */
export interface RetainingWorkspace {
  plan: PlanId
  /**
   * The number of days that an administrator set for the workspace. It replaces the retention of the plan,
   * even if `RETENTION` is off. null: the plan and `RETENTION` decide.
   */
  retentionDays: number | null
}

/**
 * Returns for how long media is shown, and for how long it can be recovered after that; null if it is never
 * deleted. If an administrator has set the retention, media cannot be recovered after it, because a contract
 * or a law may require the deletion after this number of days.
 */
export function retentionOf(
  { plan, retentionDays }: RetainingWorkspace,
  setting: RetentionSetting,
): Plan['retention'] | null {
  if (retentionDays !== null) return { visibleDays: retentionDays, recoverableDays: 0 }
  return setting === 'off' && plan !== 'unclaimed' ? null : plans[plan].retention
}

/**
 * Returns the time from the completion of an upload to the deletion of its media, in milliseconds, for
 * workspaces whose plan decides it; null if it is never deleted.
 */
export function lifetimeOf(plan: PlanId, setting: RetentionSetting): number | null {
  const retention = retentionOf({ plan, retentionDays: null }, setting)
  return retention && (retention.visibleDays + retention.recoverableDays) * DAY
}

/**
 * Returns the state of the media of a completed revision. It depends on the age of the media and on the
 * current retention of the workspace, so that media that has expired becomes active again on a larger plan.
 * Media that was actually deleted stays deleted.
 */
export function mediaLife(
  completedAt: number,
  deletedAt: number | null,
  workspace: RetainingWorkspace,
  setting: RetentionSetting,
  now: number,
): MediaLife {
  const retention = retentionOf(workspace, setting)
  if (!retention)
    return { state: deletedAt === null ? 'active' : 'deleted', expiresAt: null, deletesAt: null }
  const expiresAt = completedAt + retention.visibleDays * DAY
  const deletesAt = expiresAt + retention.recoverableDays * DAY
  const state = deletedAt !== null ? 'deleted' : now >= expiresAt ? 'expired' : 'active'
  return { state, expiresAt, deletesAt }
}

/**
 * Returns how many evidence units an artifact uses: 1 for an image; for a video, 1 for each 15 seconds
 * (rounded up), and at least 1.
 */
export function evidenceUnits(kind: 'image' | 'video', durationMs: number | null): number {
  if (kind === 'image') return 1
  return Math.max(1, Math.ceil((durationMs ?? 0) / 15_000))
}

/**
 * Returns the calendar month (UTC) of a time, such as `2026-11`. Monthly limits are counted for this month.
 */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7)
}

/** The names of the limits that count items, such as projects. The limits of a single file are left out. */
export type CountedLimit = Exclude<keyof Plan['limits'], 'fileBytes' | 'videoMs'>
