import type { ReactionEmoji } from '#shared/contract/reaction'
import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { withReaction } from '~/conversation/reactions'
import { useReactions } from '~/conversation/use-reactions'
import { shareLoader } from '~/review-state/review-loader'
import { useReviewSource } from '~/review-state/use-review-source'
import type { ApiCall } from '../../support/dom/api'
import { comment, me, sharedReview, thread } from '../../support/dom/fixtures'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview, toastOf, toasts } from '../../support/dom/review-page'
import { refuse } from '../../support/dom/undoable'

const REACTIONS = 'PUT /api/comments/{id}/reactions'
const person = { id: 'usr_me', name: 'Mara' }
const bo = { id: 'usr_bo', name: 'Bo' }

/** Mounts the reactions to the comment of a thread. The test server stores them. */
async function mountReactions(first = comment('cmt_1', 'Comment 1')) {
  const mounted = await mountOnReview(
    () => {
      const source = useReviewSource()
      const shown = () => source.threads.value[0]?.comments[0]
      return { ...useReactions(() => 'thr_1', shown), shown }
    },
    { threads: [thread('1', { comments: [first] })] },
  )
  const { served, api, result } = mounted
  const store = ({ body }: ApiCall) => {
    const { emoji, reacted } = body as { emoji: ReactionEmoji; reacted: boolean }
    const [before] = served.threads as [Thread]
    const comments = before.comments.map(each => withReaction(each, emoji, person, reacted))
    served.threads = [{ ...before, comments }]
    return served.threads[0] as Thread
  }
  api.on({ [REACTIONS]: store })
  const counts = () => result.shown()?.reactions?.map(each => `${each.emoji} ${each.count}`) ?? []
  return { ...mounted, store, counts }
}

test('a reaction is shown at once, and the second press removes it', async () => {
  const { result, api, counts } = await mountReactions()
  result.toggle('thumbs_up')
  expect(counts()).toEqual(['thumbs_up 1'])
  expect(result.isOwn('thumbs_up')).toBe(true)
  await until(() => expect(api.bodies(REACTIONS)).toHaveLength(1))
  await settle()
  result.toggle('thumbs_up')
  expect(counts()).toEqual([])
  await until(() =>
    expect(api.bodies(REACTIONS)).toEqual([
      { emoji: 'thumbs_up', reacted: true },
      { emoji: 'thumbs_up', reacted: false },
    ]),
  )
})

test('removing a person’s own reaction keeps the reactions of other people', async () => {
  const { result, counts } = await mountReactions(
    withReaction(comment('cmt_1', 'Comment 1'), 'eyes', bo, true),
  )
  expect(result.isOwn('eyes')).toBe(false)
  result.toggle('eyes')
  expect(counts()).toEqual(['eyes 2'])
  await settle()
  result.toggle('eyes')
  expect(counts()).toEqual(['eyes 1'])
})

test('if a reaction is refused, it disappears and a toast says why', async () => {
  const { result, api, nuxt, counts } = await mountReactions()
  api.on({ [REACTIONS]: refuse })
  result.toggle('check')
  expect(counts()).toEqual(['check 1'])
  expect((await toastOf(nuxt, 'Your reaction was not saved')).description).toBe(
    'You may not. No data was lost.',
  )
  expect(counts()).toEqual([])
  expect(toasts(nuxt)).toHaveLength(1)
})

test('several presses of a reaction during a request are sent as one further request', async () => {
  const { result, api, store, counts } = await mountReactions()
  const answer = Promise.withResolvers<undefined>()
  api.on({
    [REACTIONS]: async call => {
      await answer.promise
      return store(call)
    },
  })
  for (let press = 0; press < 3; press++) result.toggle('thumbs_up')
  expect(counts()).toEqual(['thumbs_up 1'])
  result.toggle('thumbs_up')
  answer.resolve(undefined)
  await until(() =>
    expect(api.bodies(REACTIONS)).toEqual([
      { emoji: 'thumbs_up', reacted: true },
      { emoji: 'thumbs_up', reacted: false },
    ]),
  )
  await settle()
  expect(counts()).toEqual([])
})

test('a reply that arrives while a reaction is being sent stays on the page', async () => {
  const { result, page, counts } = await mountReactions()
  result.toggle('thumbs_up')
  page.source.update(({ threads }) => ({
    threads: threads.map(each => ({ ...each, comments: [...each.comments, comment('cmt_2', 'Yes')] })),
  }))
  await settle()
  expect(page.source.threads.value[0]?.comments).toHaveLength(2)
  expect(counts()).toEqual(['thumbs_up 1'])
})

test('reviewers may react; visitors of share links may not', async () => {
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'reviewer' as const }
  const canReact = async (options: Parameters<typeof mountOnReview>[1]) => {
    const setup = () =>
      useReactions(
        () => 'thr_1',
        () => undefined,
      )
    return (await mountOnReview(setup, options)).result.canReact.value
  }
  expect(await canReact({ me: me({ workspace, workspaces: [workspace] }) })).toBe(true)
  const handlers = { 'GET /api/share/{token}': () => sharedReview() }
  expect(await canReact({ loader: () => shareLoader('shr'), handlers, path: '/r/shr' })).toBe(false)
})
