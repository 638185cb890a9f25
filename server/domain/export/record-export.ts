import type { Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import type { LoadedReview } from '~~/server/access/loaders'
import { runAs } from '~~/server/access/write-guard'
import { scopeOf } from '~~/server/db/events'
import { recordHourly } from '~~/server/domain/artifact/record-download'

/**
 * Writes the audit event of an export, before its bytes are sent: once per caller, review, format and hour.
 * Throws where the caller may not read the review any more. `format`: of the file.
 */
export async function recordExport(
  caller: Caller,
  loaded: LoadedReview,
  format: 'html' | 'csv',
): Promise<void> {
  // Bytes are sent after the verb has returned, so their write checks the caller by itself.
  const subject = { subjectId: loaded.review.id, detail: format, ...scopeOf(loaded) }
  await runAs(caller, () =>
    recordHourly(caller, 'review.exported', subject, () =>
      requirePermission(caller, loaded.workspace.id, 'readFeedback'),
    ),
  )
}
