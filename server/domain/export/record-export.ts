import type { Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import type { LoadedReview } from '~~/server/access/loaders'
import { runAs, beginPermissionCheckInWorkspace } from '~~/server/access/write-guard'
import { recordHourly } from '~~/server/domain/artifact/record-download'
import { scopeOf } from '~~/server/changes/change'

/**
 * Writes the audit event of an export, at most once per caller, review, format and hour. Called before the
 * bytes are sent. Throws if the caller may no longer read the review.
 */
export async function recordExport(
  caller: Caller,
  loaded: LoadedReview,
  format: 'html' | 'csv',
): Promise<void> {
  // Bytes are sent after the operation has returned, so this transaction checks the caller again.
  const subject = { subjectId: loaded.review.id, ...scopeOf(loaded) }
  await runAs(caller, () =>
    recordHourly({ kind: 'review.exported', actor: caller, detail: format, ...subject }, async tx => {
      await beginPermissionCheckInWorkspace(tx, caller, loaded.workspace.id)
      requirePermission(caller, loaded.workspace.id, 'readFeedback')
    }),
  )
}
