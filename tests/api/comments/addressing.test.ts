import { describe, expect, it } from 'vitest'
import type { SubmittedRound } from '#shared/contract/submitted-evidence'
import type { AddressedThread, Thread } from '#shared/contract/thread'
import { newReview } from '../../support/reviews/review'
import { sharedFixture } from '../../support/server/fixture'

const { person, agent, projectId } = await sharedFixture()
const otherAgent = await person.agent()

/** Starts a thread as a person, and returns functions that call the API for this thread. */
async function commented() {
  const reviewId = await newReview(agent, projectId)
  const note = { kind: 'review', body: 'The total wraps.' }
  const { threadId } = (await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, note)).body
  const at = `/v1/threads/${threadId}`
  return {
    reviewId,
    threadId,
    address: async (body?: string, by = agent, once = true) =>
      (await by<AddressedThread>('POST', `${at}/address`, { body, once })).body,
    reply: async (body: string, by = person.call) => void (await by('POST', `${at}/replies`, { body })),
    setStatus: async (status: string) => void (await person.call('POST', `${at}/resolve`, { status })),
    answers: async () => (await agent<Thread>('GET', at)).body.comments.slice(1).map(each => each.body),
    /** Returns the cursor of the review, which changes with every change. */
    cursor: async () =>
      (await agent<{ cursor: string }>('GET', `/v1/reviews/${reviewId}/wait?seconds=0`)).body.cursor,
  }
}

describe('POST /v1/threads/{id}/address', () => {
  it('a repeated text is added to a thread as another comment, unless the call sets `once`', async () => {
    const { address, answers } = await commented()
    await address('Fixed.', agent, false)
    expect(await address('Fixed.', agent, false)).not.toHaveProperty('warnings')
    expect(await answers()).toEqual(['Fixed.', 'Fixed.'])
    await address('Fixed.')
    expect(await answers()).toEqual(['Fixed.', 'Fixed.'])
  })

  it('with `once`, a repeated text adds no comment, keeps the cursor, and causes a warning', async () => {
    const { threadId, address, answers, cursor } = await commented()
    const first = await address('Fixed.')
    expect(first).toMatchObject({ status: 'addressed' })
    expect(first).not.toHaveProperty('warnings')
    const before = await cursor()
    const state = `${threadId} is already addressed with this text`
    for (const [by, who] of [
      [agent, ''],
      [otherAgent, ', by ci-agent at [-\\dT:.Z]+'],
    ] as const) {
      const message = expect.stringMatching(new RegExp(`^${state}${who}: nothing was added\\.$`)) as string
      expect(await address(' Fixed.\n', by)).toEqual({
        ...first,
        warnings: [{ code: 'already_addressed', threadId, message }],
      })
    }
    expect([await answers(), await cursor()]).toEqual([['Fixed.'], before])
  })

  it('addressing an addressed thread without a text returns a warning that nothing was added', async () => {
    const { threadId, address } = await commented()
    expect(await address()).not.toHaveProperty('warnings')
    const message = `${threadId} is already addressed: nothing was added.`
    expect((await address()).warnings).toMatchObject([{ code: 'already_addressed', message }])
  })

  it('with `once`, two concurrent calls with the same text add one comment', async () => {
    const { address, answers } = await commented()
    const both = await Promise.all([address('Fixed.'), address('Fixed.')])
    expect(both.map(each => each.warnings?.length ?? 0).toSorted()).toEqual([0, 1])
    expect(await answers()).toEqual(['Fixed.'])
  })

  it.each<[string, (thread: Awaited<ReturnType<typeof commented>>) => Promise<unknown>]>([
    ['another text', thread => thread.address('In all browsers.')],
    ['a comment of another agent', thread => thread.reply('Checked.', otherAgent)],
    ['a comment of a person', thread => thread.reply('Still wraps.')],
  ])('with `once`, the same text is added again after %s', async (_name, between) => {
    const thread = await commented()
    await thread.address('Fixed.')
    await between(thread)
    expect(await thread.address('Fixed.')).not.toHaveProperty('warnings')
    expect(await thread.answers()).toEqual(['Fixed.', expect.any(String), 'Fixed.'])
  })

  it('with `once`, a repeated text is added to a reopened thread, but not to a resolved thread', async () => {
    const { address, answers, setStatus } = await commented()
    await address('Fixed.')
    await setStatus('resolved')
    expect(await address('Fixed.')).toMatchObject({ status: 'resolved', warnings: [{}] })
    await setStatus('open')
    expect(await address('Fixed.')).toMatchObject({ status: 'addressed' })
    expect(await answers()).toEqual(['Fixed.', 'Fixed.'])
  })
})

it('a round that is sent again with the same reply does not add the reply twice', async () => {
  const { reviewId, threadId, answers } = await commented()
  const answer = async (text: string) => {
    const form = new FormData()
    form.set(threadId, text)
    const { body } = await agent<SubmittedRound>('POST', `/v1/reviews/${reviewId}/rounds`, form)
    return body.threads.map(each => each.warnings?.[0]?.code)
  }
  expect([await answer('Fixed.'), await answer('Fixed.')]).toEqual([[undefined], ['already_addressed']])
  expect(await answers()).toEqual(['Fixed.'])
})
