import type { Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import type { LoadedReview } from '~~/server/access/loaders'
import { runAs } from '~~/server/access/write-guard'
import { writeIfSpace } from '~~/server/db'
import { recordEvent, scopeOf } from '~~/server/db/events'

/**
 * Writes the audit event of an export, before its bytes are sent. Throws where the caller may not read the
 * review any more. `format`: of the file.
 */
export async function recordExport(
  caller: Caller,
  loaded: LoadedReview,
  format: 'html' | 'csv',
): Promise<void> {
  // Bytes are sent after the verb has returned, so their write checks the caller by itself.
  await runAs(caller, () =>
    writeIfSpace(async tx => {
      requirePermission(caller, loaded.workspace.id, 'readFeedback')
      const subject = { subjectId: loaded.review.id, detail: format, ...scopeOf(loaded) }
      await recordEvent(tx, caller, 'review.exported', subject)
    }),
  )
}
