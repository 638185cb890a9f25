import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { newId } from '#shared/ids'
import { db, write } from '~~/server/db'
import { queueMessages } from '~~/server/changes/webhooks'
import { webhook, webhookDelivery } from '~~/server/db/schema'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
})
afterAll(() => seeded.remove())

const waitingOf = (webhookId: string) => db.$count(webhookDelivery, eq(webhookDelivery.webhookId, webhookId))
const happen = () =>
  write(tx => queueMessages(tx, { kind: 'review.verified', workspaceId: 'ws_1' }, newId('event')))

async function newWebhook(id: string, waiting: number): Promise<void> {
  await write(async tx => {
    await tx.insert(webhook).values({
      id,
      workspaceId: 'ws_1',
      url: 'https://example.com',
      format: 'standard',
      events: ['review.verified'],
      secret: 's',
      createdAt: 0,
    })
    for (let i = 0; i < waiting; i++)
      await tx.insert(webhookDelivery).values({
        id: newId('delivery'),
        webhookId: id,
        type: 'review.verified',
        attempts: [],
        nextAttemptAt: Date.now(),
        createdAt: 0,
      })
  })
}

it('a webhook with the maximum of unsent messages gets a new one only after one was sent', async () => {
  await newWebhook('whk_1', limits.webhookWaiting - 1)
  await happen()
  expect(await waitingOf('whk_1')).toBe(limits.webhookWaiting)
  await happen()
  expect(await waitingOf('whk_1')).toBe(limits.webhookWaiting)
  const [last] = await db.select({ id: webhookDelivery.id }).from(webhookDelivery).limit(1).offset(500)
  await write(tx =>
    tx
      .update(webhookDelivery)
      .set({ nextAttemptAt: null })
      .where(eq(webhookDelivery.id, last?.id ?? '')),
  )
  await happen()
  expect(await waitingOf('whk_1')).toBe(limits.webhookWaiting + 1)
})

it('a webhook still gets new messages if its receiver fails for only one message', async () => {
  await newWebhook('whk_2', limits.webhookWaiting)
  const rows = await db
    .select({ id: webhookDelivery.id })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, 'whk_2'))
    .orderBy(webhookDelivery.id)
  await write(async tx => {
    for (const { id } of rows.slice(1))
      await tx.update(webhookDelivery).set({ nextAttemptAt: null }).where(eq(webhookDelivery.id, id))
  })
  await happen()
  expect(await waitingOf('whk_2')).toBe(limits.webhookWaiting + 1)
})
