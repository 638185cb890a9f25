import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { BaselineRule, ComparisonSettings } from '#shared/contract/comparison'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact, comparisonSettings, revision } from '~~/server/db/schema'
import type { RevisionRow } from './rows'
import { shownColumns, type ShownRevision } from './shown-pictures'

/** An accepted revision, with the artifact and the review that it belongs to. */
export type AcceptedRevision = ShownRevision &
  Pick<RevisionRow, 'artifactId' | 'embedGeneration' | 'posterGeneration' | 'posterKey'> & {
    reviewId: string
  }

/** The revision that evidence of a screen is compared with, and the settings for these comparisons. */
export interface Baseline {
  /** The revision that a person accepted last; undefined if there is none. */
  accepted: AcceptedRevision | undefined
  settings: ComparisonSettings
  /** When a person set the settings, in epoch milliseconds; null for the default settings. */
  settingsAt: number | null
}

/** The settings of a screen for which no person has set any. */
export const defaultSettings: ComparisonSettings = { threshold: null, ignored: [] }

/** The baseline of a screen in a new project: no revision, and the default settings. */
export const noBaseline: Baseline = { accepted: undefined, settings: defaultSettings, settingsAt: null }

/**
 * The columns with the time at which a person accepted a revision, by the rule of the project: by a
 * verification, or by merging the pull request.
 */
const acceptedColumns = { verified: revision.acceptedAt, merged: revision.mergedAt }

/**
 * Returns the column with the time at which a person accepted a revision. Returns null if no revisions are
 * accepted in the project.
 */
export const acceptedColumn = (rule: BaselineRule) => (rule === 'off' ? null : acceptedColumns[rule])

const newestBy = (column: (typeof acceptedColumns)[keyof typeof acceptedColumns]) =>
  prepared({ key: revision.baselineKey }, (executor, { key }) =>
    executor
      .select({
        ...shownColumns,
        artifactId: revision.artifactId,
        embedGeneration: revision.embedGeneration,
        posterGeneration: revision.posterGeneration,
        posterKey: revision.posterKey,
        reviewId: artifact.reviewId,
      })
      .from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .where(and(eq(revision.baselineKey, key), isNotNull(column)))
      .orderBy(desc(column), desc(revision.id))
      .limit(1),
  )
const newest = { verified: newestBy(acceptedColumns.verified), merged: newestBy(acceptedColumns.merged) }

const settingsOf = prepared({ key: comparisonSettings.key }, (executor, { key }) =>
  executor.select().from(comparisonSettings).where(eq(comparisonSettings.key, key)),
)

/** Returns the stored settings for the comparisons of a screen; undefined if no person has set any. */
export async function storedSettings(executor: Db, key: string) {
  const [found] = await settingsOf(executor, { key })
  return found
}

/**
 * Returns the baseline of the screen with this key. The rule of the project determines which revisions are
 * accepted.
 */
export async function readBaseline(executor: Db, rule: BaselineRule, key: string): Promise<Baseline> {
  const [stored, [accepted]] = await Promise.all([
    storedSettings(executor, key),
    rule === 'off' ? [] : newest[rule](executor, { key }),
  ])
  return {
    accepted,
    settings: stored?.settings ?? defaultSettings,
    settingsAt: stored?.updatedAt ?? null,
  }
}

/** Returns whether the settings of a screen have changed since they were read. */
export const haveSettingsChanged = async (
  tx: Db,
  key: string,
  { settingsAt }: Pick<Baseline, 'settingsAt'>,
) => ((await storedSettings(tx, key))?.updatedAt ?? null) !== settingsAt
