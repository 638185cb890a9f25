import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownFixture, type Fixture } from '../../support/server/fixture'
import { startConnectedForge, type ForgeStub } from '../../support/stubs/forge'
import { commentEvent, createForgeWebhook, sendEvent } from '../../support/stubs/forge-events'

let fixture: Fixture
let forge: ForgeStub
beforeAll(async () => {
  fixture = await ownFixture({ FORGES_TO_PRIVATE: 'on' })
  forge = await startConnectedForge(fixture.person.call, fixture.projectId, 'github')
})
afterAll(async () => {
  forge.stop()
  await fixture.server.stop()
})

it('an `/exhibit` comment whose event reaches both nodes several times gets one reply', async () => {
  const { server, person, projectId } = fixture
  const webhook = await createForgeWebhook(person.call, projectId)
  for (const id of [501, 502]) {
    const sent = Array.from({ length: 10 }, (_, n) =>
      sendEvent(
        { url: server.nodeUrls[n % 2] ?? '', log: server.log },
        'github',
        webhook,
        commentEvent('github', { id }),
      ),
    )
    expect(new Set((await Promise.all(sent)).map(each => each.status))).toEqual(new Set([204]))
    await expect.poll(() => forge.bodies().at(-1)).toContain(`exhibit:answer-${id} `)
  }
  expect(forge.bodies()).toHaveLength(2)
})
