import type { Input } from '#shared/contract'
import type { AuditEvent } from '#shared/contract/event'
import { actorName, eventLabels } from '#shared/event-labels'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { refreshCaller } from '~~/server/access/write-guard'
import { baseNameOf } from '~~/server/domain/artifact/file-name'
import type { Attachment } from '~~/server/domain/export/attachment'
import { recordsFile } from '~~/server/domain/export/records-file'
import { readEvents } from './read-events'

const columns = [
  ['Time', ({ createdAt }) => createdAt],
  ['Event', ({ kind }) => kind],
  ['Description', ({ kind }) => eventLabels[kind].label],
  ['Actor', ({ actor }) => actorName(actor)],
  ['Actor type', ({ actor }) => actor.type],
  ['Actor ID', ({ actor }) => actor.id],
  ['Title', ({ title }) => title],
  ['Evidence', ({ item }) => item?.title ?? null],
  ['Comment', ({ item }) => item?.number ?? null],
  ['Detail', ({ detail }) => detail],
  ['Subject ID', ({ subjectId }) => subjectId],
  ['Review ID', ({ reviewId }) => reviewId],
  ['Project ID', ({ projectId }) => projectId],
  ['ID', ({ id }) => id],
] as const satisfies readonly (readonly [string, (event: AuditEvent) => string | number | null])[]

/**
 * Returns the audit events of a workspace as a file, newest first, with the filters of the list. Only for
 * owners of the workspace. Sending the file may take long, so the role is read again before each page. The
 * file ends with an error if the person is no longer an owner.
 */
export async function exportEvents(human: HumanActor, input: Input<'exportEvents'>): Promise<Attachment> {
  const { workspace } = await loadWorkspace(human, input.id, 'manageWorkspace')
  async function* pages() {
    let before = input.before
    for (;;) {
      await refreshCaller(human)
      await loadWorkspace(human, input.id, 'manageWorkspace')
      const { events, next } = await readEvents({ ...input, before })
      yield events
      if (next === null) return
      before = next
    }
  }
  return recordsFile({
    name: `${baseNameOf(workspace.name, 'workspace')} activity`,
    format: input.format,
    columns,
    pages,
  })
}
