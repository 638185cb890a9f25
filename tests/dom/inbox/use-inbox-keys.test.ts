import type { ReviewSummary } from '#shared/contract/review-list'
import { expect, onTestFinished, test } from 'vitest'
import { computed, ref, watch } from 'vue'
import { providePageToasts } from '~/ui/messages/use-page-toasts'
import { useStatusMessage } from '~/ui/messages/use-status-message'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import { useInbox } from '~/inbox/use-inbox'
import { useInboxActions } from '~/inbox/use-inbox-actions'
import { useInboxKeys } from '~/inbox/use-inbox-keys'
import { provideInboxSelection } from '~/inbox/use-inbox-selection'
import { provideSnoozeDialog } from '~/inbox/use-snooze-dialog'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { inboxWith, me, reviewSummary } from '../../support/dom/fixtures'
import { addElement, pressKey } from '../../support/dom/keys'
import { mountInNuxt, until } from '../../support/dom/mount'
import { press, toastOf, toasts } from '../../support/dom/review-page'

/**
 * Mounts an inbox of three reviews: "rev_1", "rev_2", "rev_3". The test server leaves out archived reviews.
 */
async function mountInbox() {
  const served = ['rev_1', 'rev_2', 'rev_3'].map(id => reviewSummary({ id, title: `Title of ${id}` }))
  const archived = new Set<string>()
  const api = stubApi({
    'GET /api/inbox': () => inboxWith({ fresh: served.filter(each => !archived.has(each.id)) }),
    'PUT /api/inbox/archived': ({ body }) => {
      const { reviewIds, archived: isArchived } = body as { reviewIds: string[]; archived: boolean }
      for (const id of reviewIds)
        if (isArchived) archived.add(id)
        else archived.delete(id)
    },
    'PUT /api/inbox/snoozed': ({ body }) => {
      for (const id of (body as { reviewIds: string[] }).reviewIds) archived.add(id)
    },
    'DELETE /api/reviews/{id}/seen': () => undefined,
  })
  const list = addElement('<ul></ul>')
  onTestFinished(() => list.remove())
  /** Renders a row for each review. A row of a review that is still listed keeps its element, as in Vue. */
  function show(reviews: ReviewSummary[]) {
    for (const row of [...list.children] as HTMLElement[])
      if (!reviews.some(each => each.id === row.dataset.review)) row.remove()
    for (const [index, { id }] of reviews.entries())
      if ((list.children[index] as HTMLElement | undefined)?.dataset.review !== id) {
        const row = document.createElement('a')
        row.href = `/reviews/${id}`
        row.dataset.review = id
        list.insertBefore(row, list.children[index] ?? null)
      }
  }
  const { result, nuxt, wrapper } = await mountInNuxt(
    () => {
      const { inbox } = useInbox()
      const reviews = computed(() => inbox.value?.fresh ?? [])
      watch(reviews, show, { flush: 'post' })
      const pageToasts = providePageToasts(() => undefined)
      const filter = ref('')
      const selection = provideInboxSelection(() =>
        reviews.value.filter(each => each.title.includes(filter.value)),
      )
      // The first two reviews are one group, and the third review is another group.
      const groups = () => [reviews.value.slice(0, 2), reviews.value.slice(2)]
      const snoozing = provideSnoozeDialog()
      useInboxKeys(groups, selection, pageToasts, snoozing, filter)
      const { message } = useStatusMessage()
      return {
        history: useUndoHistory(),
        message,
        selection,
        filter,
        snoozing,
        ...useInboxActions(pageToasts),
      }
    },
    { me: me() },
  )
  await until(() => expect(list.children).toHaveLength(3))
  const rows = () => [...list.children].map(row => (row as HTMLElement).dataset.review)
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset.review
  return { ...result, api, nuxt, wrapper, served, rows, focused }
}

test('J and K move the focus through the reviews and stop at the first and the last review', async () => {
  const { focused } = await mountInbox()
  const after = (key: string) => (pressKey(key), focused())
  expect(['j', 'j', 'k', 'j', 'j', 'j'].map(after)).toEqual([
    'rev_1',
    'rev_2',
    'rev_1',
    'rev_2',
    'rev_3',
    'rev_3',
  ])
  expect(['k', 'k', 'k'].map(after)).toEqual(['rev_2', 'rev_1', 'rev_1'])
})

test('the arrow keys move the focus through the reviews as J and K do', async () => {
  const { focused } = await mountInbox()
  const after = (key: string) => (pressKey(key), focused())
  expect(['ArrowDown', 'ArrowDown', 'ArrowUp'].map(after)).toEqual(['rev_1', 'rev_2', 'rev_1'])
})

test('X selects reviews in the inbox, E archives the selected ones, and one Undo returns them', async () => {
  const { api, rows, nuxt, selection, focused } = await mountInbox()
  for (const key of ['j', 'x', 'j', 'j', 'x', 'e']) pressKey(key)
  await until(() => expect(rows()).toEqual(['rev_2']))
  await until(() => expect(focused()).toBe('rev_2'))
  expect(selection.selected.value).toEqual([])
  const toast = await toastOf(nuxt, '2 reviews archived')
  expect(toast).toMatchObject({ description: 'Archived until the review changes' })
  press(toast, 'Undo')
  await until(() => expect(rows()).toEqual(['rev_1', 'rev_2', 'rev_3']))
  await until(() => expect(focused()).toBe('rev_1'))
  const reviewIds = ['rev_1', 'rev_3']
  expect(api.bodies('PUT /api/inbox/archived')).toEqual([
    { reviewIds, archived: true },
    { reviewIds, archived: false },
  ])
})

test('X pressed again unselects a review in the inbox, and Esc unselects all reviews', async () => {
  const { selection } = await mountInbox()
  const selected = () => selection.selected.value.map(each => each.id)
  for (const key of ['j', 'x', 'j', 'x']) pressKey(key)
  expect(selected()).toEqual(['rev_1', 'rev_2'])
  pressKey('x')
  expect(selected()).toEqual(['rev_1'])
  pressKey('Escape')
  expect(selected()).toEqual([])
})

test('Esc in the inbox clears the selection of reviews first, and then the filter', async () => {
  const { selection, filter } = await mountInbox()
  filter.value = 'rev_'
  for (const key of ['j', 'x', 'Escape']) pressKey(key)
  expect(selection.selected.value).toEqual([])
  expect(filter.value).toBe('rev_')
  pressKey('Escape')
  expect(filter.value).toBe('')
  expect(pressKey('Escape')).toBe(true)
})

test('while the snooze dialog loads, keys act on no review, and Esc closes the dialog', async () => {
  const { snoozing, rows } = await mountInbox()
  for (const key of ['j', 'h']) pressKey(key)
  expect(snoozing.reviews.value).toHaveLength(1)
  expect(pressKey('Enter')).toBe(true)
  pressKey('e')
  pressKey('Escape')
  expect(snoozing.reviews.value).toEqual([])
  expect(rows()).toHaveLength(3)
})

test('Shift+E archives the selected reviews, or else the group of the focused review', async () => {
  const { rows, nuxt } = await mountInbox()
  for (const key of ['j', 'j']) pressKey(key)
  pressKey('E', { shiftKey: true })
  await until(() => expect(rows()).toEqual(['rev_3']))
  press(await toastOf(nuxt, '2 reviews archived'), 'Undo')
  await until(() => expect(rows()).toHaveLength(3))
  for (const key of ['j', 'x']) pressKey(key)
  pressKey('E', { shiftKey: true })
  await until(() => expect(rows()).toHaveLength(2))
})

test('E archives the focused review and moves the focus to the review that takes its place', async () => {
  const { api, focused, rows, nuxt } = await mountInbox()
  for (const key of ['j', 'j', 'e']) pressKey(key)
  await until(() => expect(rows()).toEqual(['rev_1', 'rev_3']))
  await until(() => expect(focused()).toBe('rev_3'))
  expect(await toastOf(nuxt, 'Archived until the review changes')).toMatchObject({
    description: 'Title of rev_2',
  })
  pressKey('e')
  await until(() => expect(focused()).toBe('rev_1'))
  expect(rows()).toEqual(['rev_1'])
  expect(api.bodies('PUT /api/inbox/archived')).toEqual([
    { reviewIds: ['rev_2'], archived: true },
    { reviewIds: ['rev_3'], archived: true },
  ])
})

test('Undo returns an archived review to the inbox, focuses it, and reports the undone action', async () => {
  const { api, focused, rows, nuxt, history } = await mountInbox()
  for (const key of ['j', 'e']) pressKey(key)
  press(await toastOf(nuxt, 'Archived until the review changes'), 'Undo')
  await until(() => expect(rows()).toEqual(['rev_1', 'rev_2', 'rev_3']))
  await until(() => expect(focused()).toBe('rev_1'))
  await until(() => expect(history.undone.value).toBe('“Title of rev_1” archived'))
  const reviewIds = ['rev_1']
  expect(api.bodies('PUT /api/inbox/archived')).toEqual([
    { reviewIds, archived: true },
    { reviewIds, archived: false },
  ])
  // The Undo of the toast removes the archiving from the history, so that it is not undone twice.
  expect(await history.undoLast()).toBeUndefined()
})

test('U marks the focused review as unread, announces it and keeps the focus', async () => {
  const { api, focused, message } = await mountInbox()
  for (const key of ['j', 'j', 'u']) pressKey(key)
  // The page announces the change only after the inbox was loaded again.
  await until(() => expect(message.value).toBe('“Title of rev_2” marked as unread'))
  expect(focused()).toBe('rev_2')
  const marked = api.calls.filter(each => each.operation === 'DELETE /api/reviews/{id}/seen')
  expect(marked.map(each => each.params.id)).toEqual(['rev_2'])
})

test('E and U do nothing while no review has the focus', async () => {
  const { api, rows } = await mountInbox()
  for (const key of ['e', 'u', 'j', 'e']) pressKey(key)
  await until(() => expect(rows()).toEqual(['rev_2', 'rev_3']))
  expect(api.calls.map(each => each.operation)).toEqual([
    'GET /api/inbox',
    'PUT /api/inbox/archived',
    'GET /api/inbox',
  ])
})

test('if a review cannot be archived, restored or marked, a toast appears and nothing changes', async () => {
  const { api, rows, nuxt, message, served, history, archive, restore, markUnread } = await mountInbox()
  const refuse = () => {
    throw new ErrorResponse('internal_error')
  }
  api.on({ 'PUT /api/inbox/archived': refuse, 'DELETE /api/reviews/{id}/seen': refuse })
  const [review] = served
  if (!review) throw new Error('The inbox has no review.')
  await archive([review])
  await restore(review)
  await markUnread(review)
  expect(toasts(nuxt).map(each => each.title)).toEqual([
    'The review was not archived',
    'The review was not moved back to the inbox',
    'The review was not marked as unread',
  ])
  expect([rows().length, message.value, await history.undoLast()]).toEqual([3, '', undefined])
})

test('moving a review back to the inbox is announced to screen readers', async () => {
  const { restore, message, api } = await mountInbox()
  await restore({ id: 'rev_9', title: 'Checkout' })
  expect(message.value).toBe('“Checkout” is back in the inbox')
  expect(api.bodies('PUT /api/inbox/archived')).toEqual([{ reviewIds: ['rev_9'], archived: false }])
})

test('archiving cannot be undone after the inbox was closed', async () => {
  const { rows, wrapper, history, nuxt } = await mountInbox()
  for (const key of ['j', 'e']) pressKey(key)
  await until(() => expect(rows()).toEqual(['rev_2', 'rev_3']))
  await toastOf(nuxt, 'Archived until the review changes')
  wrapper.unmount()
  expect(toasts(nuxt)).toEqual([])
  expect(await history.undoLast()).toBeUndefined()
})

test('archiving that ends after the inbox was closed shows no toast on the next page', async () => {
  const { archive, wrapper, history, nuxt, served } = await mountInbox()
  const [review] = served
  if (!review) throw new Error('The inbox has no review.')
  const archived = archive([review])
  wrapper.unmount()
  await archived
  expect(toasts(nuxt)).toEqual([])
  expect(await history.undoLast()).toBeUndefined()
})

test('the key H opens the snooze times for the selected reviews, or else the focused review', async () => {
  const { snoozing } = await mountInbox()
  const asked = () => snoozing.reviews.value.map(each => each.id)
  for (const key of ['j', 'j', 'h']) pressKey(key)
  expect(asked()).toEqual(['rev_2'])
  snoozing.close()
  expect(asked()).toEqual([])
  for (const key of ['j', 'x', 'k', 'x', 'k', 'h']) pressKey(key)
  expect(asked()).toEqual(['rev_2', 'rev_3'])
})

test('snoozed reviews leave the inbox until a time, and Undo returns them', async () => {
  const { api, rows, nuxt, served, snooze } = await mountInbox()
  const end = '2026-12-01T07:00:00.000Z'
  await snooze(served.slice(0, 2), end)
  const reviewIds = ['rev_1', 'rev_2']
  expect(api.bodies('PUT /api/inbox/snoozed')).toEqual([{ reviewIds, until: end }])
  await until(() => expect(rows()).toEqual(['rev_3']))
  press(await toastOf(nuxt, '2 reviews snoozed'), 'Undo')
  await until(() => expect(rows()).toEqual(['rev_1', 'rev_2', 'rev_3']))
})

test('a failed snooze throws, so that the dialog can show the reason', async () => {
  const { api, rows, nuxt, served, snooze } = await mountInbox()
  api.on({
    'PUT /api/inbox/snoozed': () => {
      throw new ErrorResponse('internal_error')
    },
  })
  await expect(snooze(served, '2026-12-01T07:00:00.000Z')).rejects.toThrow()
  expect([rows().length, toasts(nuxt)]).toEqual([3, []])
})

test('a range of reviews is selected from the review that was selected last', async () => {
  const { selection } = await mountInbox()
  const selected = () => selection.selected.value.map(each => each.id)
  selection.selectTo('rev_2')
  expect(selected()).toEqual(['rev_2'])
  selection.clear()
  selection.toggle('rev_3')
  selection.selectTo('rev_1')
  expect(selected()).toEqual(['rev_1', 'rev_2', 'rev_3'])
})

test('a selected review that a filter hides is not archived, but stays selected', async () => {
  const { selection, filter, api } = await mountInbox()
  selection.toggle('rev_1')
  selection.toggle('rev_2')
  filter.value = 'rev_2'
  pressKey('e')
  await until(() => expect(api.bodies('PUT /api/inbox/archived')).toHaveLength(1))
  expect(api.bodies('PUT /api/inbox/archived')).toMatchObject([{ reviewIds: ['rev_2'] }])
  filter.value = ''
  await until(() => expect(selection.selected.value.map(each => each.id)).toEqual(['rev_1']))
})
