import { lifetimeOf, planIds, type RetentionSetting } from '#shared/plans'
import { DAY } from '#shared/time'
import { formatBytes, formatCount } from '../format'
import type { Reader } from '../instance/reader'
import type { Finding } from './finding'

/** Reports how much evidence the sweep will delete within 7 days because its retention period ends. */
export async function checkRetention({ query }: Reader, setting: RetentionSetting): Promise<Finding> {
  const at = Date.now() + 7 * DAY
  const due = planIds.flatMap(plan => {
    const lifetime = lifetimeOf(plan, setting)
    return lifetime === null
      ? []
      : [
          `(workspace.retention_days IS NULL AND workspace.plan = '${plan}' ` +
            `AND revision.completed_at <= ${at - lifetime})`,
        ]
  })
  // The expression is NULL if the workspace has no retention of its own. The product may not fit in 32 bits.
  const ofWorkspace = `revision.completed_at + CAST(workspace.retention_days AS bigint) * ${DAY} <= ${at}`
  const [row] = await query(
    'SELECT count(*) AS files, coalesce(sum(revision.bytes), 0) AS bytes FROM revision ' +
      'JOIN artifact ON artifact.id = revision.artifact_id JOIN review ON review.id = artifact.review_id ' +
      'JOIN workspace ON workspace.id = review.workspace_id ' +
      `WHERE revision.media_deleted_at IS NULL AND (${[ofWorkspace, ...due].join(' OR ')})`,
  )
  const files = Number(row?.files ?? 0)
  if (files === 0) return { check: 'retention', level: 'ok', text: 'no evidence is deleted within 7 days' }
  const size = `${formatCount(files, 'file')} (${formatBytes(Number(row?.bytes))})`
  const text = `${size} of evidence reach the end of their retention within 7 days and are deleted then`
  return {
    check: 'retention',
    level: 'ok',
    text: setting === 'off' ? text : `${text}; RETENTION=off keeps it`,
  }
}
