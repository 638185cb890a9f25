import { afterAll, beforeAll, expect, it } from 'vitest'
import { write } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { listSnoozed } from '~~/server/domain/review/list-snoozed'
import { readInbox } from '~~/server/domain/review/read-inbox'
import { inboxValidators } from '~~/server/domain/review/validators'
import { recordPlans } from '../../support/data/recorded-plans'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let recorded: ReturnType<typeof recordPlans>
let seeded: SeededDatabase

beforeAll(async () => {
  seeded = await seedDatabase()
  const times = { createdAt: 1, updatedAt: 1 }
  await write(async tx => {
    const row = { id: 'rev_1', projectId: 'prj_1', workspaceId: 'ws_1', title: 't' }
    await tx.insert(review).values({ ...row, status: 'open', ...times })
  })
  recorded = recordPlans()
})
afterAll(async () => {
  recorded.stop()
  await seeded.remove()
})

it('the queries of the inbox use indexes, and scan no table', async () => {
  expect((await readInbox(seeded.human, {})).open).toHaveLength(1)
  await inboxValidators(seeded.human, {})
  await listSnoozed(seeded.human, {})
  const { plans } = recorded
  const lines = [...plans.values()].flat().map(each => each.detail)
  expect(plans.size).toBeGreaterThan(15)
  expect(lines.filter(line => line.startsWith('SCAN'))).toEqual([])
  const of = (table: string) => lines.filter(line => line.startsWith(`SEARCH ${table} `))
  const conditions = (table: string) => new Set(of(table).map(line => /\(.*\)/.exec(line)?.[0]))
  expect(conditions('verdict')).toEqual(
    new Set(['(review_id=? AND author_id=?)', '(author_id=? AND created_at>?)']),
  )
  expect(conditions('snoozed')).toEqual(new Set(['(user_id=? AND review_id=?)', '(user_id=?)']))
  // Of the revisions of an artifact, only the latest ones are read, unless the artifact changed after the
  // verdict.
  const byArtifact = [...plans].filter(([, plan]) =>
    plan.some(({ detail }) => /^SEARCH revision .*\(artifact_id=\?\)/.test(detail)),
  )
  expect(byArtifact.map(([text]) => text)).toEqual([
    expect.stringContaining('"artifact"."updated_at" > "review"."decided_at"'),
  ])
  // The reviews of a workspace are read in the order of the list, up to its limit.
  for (const condition of conditions('review')) expect(condition).not.toBe('(workspace_id=?)')
})
