import type { Command } from '~/palette/command-search'
import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import { useReviewActions } from '~/review-page/use-review-actions'
import { useReviewCommands } from '~/review-page/use-review-commands'
import { useVerdictCard } from '~/verdict/use-verdict-card'
import { useVerdictCheck } from '~/verdict/use-verdict-check'
import { findCommands } from '~/palette/command-search'
import { useRegisteredCommands } from '~/palette/use-commands'
import { artifact, review, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

async function mountCommands() {
  const mounted = await mountOnReview(
    () => {
      useReviewActions(() => {})
      useReviewCommands()
      return { commands: useRegisteredCommands(), check: useVerdictCheck(), card: useVerdictCard() }
    },
    { artifacts: [artifact('a', 2), artifact('b')], threads: [thread('1', { artifactId: 'art_b' })] },
  )
  await nextTick()
  const command = (id: string) => mounted.result.commands.value.find(each => each.id === id) as Command
  return { ...mounted, command, selection: { ...mounted.page.selected, ...mounted.page.selection } }
}

test('the palette lists each action of the page that has a key, together with the key', async () => {
  const { command, result, page, api } = await mountCommands()
  expect(command('verify')).toMatchObject({ label: 'Verdict: Verified', keys: 'Y' })
  api.on({ 'POST /api/reviews/{id}/status': () => review({ status: 'verified' }) })
  void command('verify').run()
  result.check.answer(true)
  await until(() => expect(page.source.payload.value?.review.status).toBe('verified'))
})

test('the first result of a search in the palette is never a verdict', async () => {
  const { result } = await mountCommands()
  const { commands } = result
  const words = commands.value.flatMap(each => each.label.split(/\W+/))
  const verdicts = ['verify', 'request-changes', 'reopen']
  expect(commands.value.filter(each => verdicts.includes(each.id))).toHaveLength(3)
  for (const query of ['', ...new Set(words), 'verdict: changes requested'])
    expect(verdicts, query).not.toContain(findCommands(commands.value, query)[0]?.commands[0]?.id)
})

test('the palette has commands for the selected thread only while a thread is selected', async () => {
  const { command, selection } = await mountCommands()
  expect([command('resolve'), command('delete-comment')]).toEqual([undefined, undefined])
  selection.threadId.value = 'thr_1'
  expect(command('resolve')).toBeDefined()
  expect(command('delete-comment')).toBeDefined()
})

test('the palette offers to submit a review only when there are pending comments', async () => {
  const { command, result, page } = await mountCommands()
  expect(command('submit')).toBeUndefined()
  const at = '2026-11-21T06:00:00.000Z'
  const one = { id: 'pnd_1', body: 'Too wide', images: [], threadId: null, place: null, createdAt: at }
  page.source.update(() => ({ pending: [one] }))
  expect(command('submit')).toMatchObject({ label: 'Submit review', detail: '1 pending comment' })
  void command('submit').run()
  expect(result.card.choice.value).toBe('comment')
  expect(command('next-comment').detail).toBe('Comments')
})

test('actions that make no sense in the palette, such as Undo, are not listed in it', async () => {
  const { command } = await mountCommands()
  for (const id of ['escape', 'command-palette', 'undo']) expect(command(id)).toBeUndefined()
})

test('the palette opens evidence at its latest revision, and opens comments', async () => {
  const { command, selection } = await mountCommands()
  const [a] = selection.artifacts.value
  selection.openArtifact(a, a?.revisions[0])
  expect(command('art_a').current).toBe(true)
  void command('art_a').run()
  expect(selection.revision.value?.index).toBe(2)
  expect(command('thr_1')).toMatchObject({ label: 'Comment 1', detail: 'Comment 1' })
  void command('thr_1').run()
  expect([selection.artifact.value?.id, selection.threadId.value]).toEqual(['art_b', 'thr_1'])
  void command('art_a').run()
  expect(selection.threadId.value).toBeUndefined()
})

test('the palette can set the status filter of comments, and marks the current filter', async () => {
  const { command, selection } = await mountCommands()
  expect(command('filter-open').current).toBe(true)
  void command('filter-resolved').run()
  expect(selection.filter.value).toBe('resolved')
  expect(command('filter-resolved').current).toBe(true)
})

test('closing the page of a review removes its commands from the palette', async () => {
  const { result, wrapper } = await mountCommands()
  expect(result.commands.value.length).toBeGreaterThan(0)
  wrapper.unmount()
  const next = await mountOnReview(() => ({ commands: useRegisteredCommands() }))
  expect(next.result.commands.value).toEqual([])
})
