import type { Input } from '#shared/contract'
import type { AdminEvent } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { authorize } from '~~/server/access/authorize'
import { refreshCaller } from '~~/server/access/write-guard'
import type { Attachment } from '~~/server/domain/export/attachment'
import { recordsFile } from '~~/server/domain/export/records-file'
import { listAdminEvents } from './list-admin-events'

const columns = [
  ['Time', ({ createdAt }) => createdAt],
  ['Event', ({ kind }) => kind],
  ['Actor', ({ actor }) => actor?.name ?? 'The server'],
  ['Actor ID', ({ actor }) => actor?.id ?? null],
  ['Subject', ({ subject }) => subject.name],
  ['Reason', ({ reason }) => reason],
  ['Subject ID', ({ subject }) => subject.id],
  ['ID', ({ id }) => id],
] as const satisfies readonly (readonly [string, (event: AdminEvent) => string | null])[]

/**
 * Returns the actions of administrators as a file, newest first. Only for administrators. Sending the file
 * may take long, so the session is read again before each page.
 */
export async function exportAdminEvents(
  admin: Administrator,
  { format, before: start }: Input<'exportAdminEvents'>,
): Promise<Attachment> {
  async function* pages() {
    let before = start
    for (;;) {
      await refreshCaller(admin)
      authorize(admin, 'administer')
      const { events, next } = await listAdminEvents(admin, { before })
      yield events
      if (next === null) return
      before = next
    }
  }
  return recordsFile({ name: 'administration activity', format, columns, pages })
}
