import type { Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import type { LoadedReview } from '~~/server/access/loaders'
import { runAs } from '~~/server/access/write-guard'
import { scopeOf } from '~~/server/changes/event-log'
import { recordHourly } from '~~/server/domain/artifact/record-download'

/**
 * Writes the audit event of an export before its bytes are sent, once per caller, review, format and hour.
 * Throws if the caller may no longer read the review.
 */
export async function recordExport(
  caller: Caller,
  loaded: LoadedReview,
  format: 'html' | 'csv',
): Promise<void> {
  // Bytes are sent after the verb has returned, so this write checks the caller again.
  const subject = { subjectId: loaded.review.id, detail: format, ...scopeOf(loaded) }
  await runAs(caller, () =>
    recordHourly(caller, 'review.exported', subject, () =>
      requirePermission(caller, loaded.workspace.id, 'readFeedback'),
    ),
  )
}
