import { expect, test } from 'vitest'
import { findChanges, isCompared } from '~/difference/known-changes'
import { useOpenComment } from '~/review-page/use-open-comment'
import { useRevisionNotice } from '~/compare-stage/use-revision-notice'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'
import { stubWorker } from '../../support/dom/worker'

/** Mounts a review with an image of two revisions, whose comments are on the first one. */
const mountCarried = async (id: string, ...threads: ReturnType<typeof thread>[]) => {
  const mounted = await mountOnReview(() => ({ open: useOpenComment(), notice: useRevisionNotice() }), {
    artifacts: [artifact(id, 2)],
    threads: threads.map(each => ({ ...each, artifactId: `art_${id}` })),
  })
  const { selection, source } = mounted.page
  const openedOn = (index: number) => {
    const opened = source.threads.value[index]
    if (opened) mounted.result.open(opened)
    return selection.revision.value?.index
  }
  return { ...mounted, selection, openedOn, notice: () => mounted.result.notice.value?.text }
}

test('a comment whose spot is known on the shown revision is opened there', async () => {
  const { openedOn, notice, selection } = await mountCarried(
    'known',
    thread('1', { revision: 1, markChanged: false }),
    thread('2', { revision: 1, kind: 'artifact', geometry: null }),
  )
  expect(selection.revision.value?.index).toBe(2)
  expect(notice()).toBe('1 comment not fixed on r1')
  expect(openedOn(0)).toBe(2)
  expect(openedOn(1)).toBe(1)
})

test('no notice names a comment while its spot is searched, nor after it was found', async () => {
  const workers = stubWorker()
  const { openedOn, notice, selection } = await mountCarried('search', thread('1', { revision: 1 }))
  expect(notice()).toBeUndefined()
  const [before, after] = selection.revisions.value.map(each => each.embedUrl ?? '')
  findChanges(before ?? '', after ?? '')
  await until(() => expect(workers).toHaveLength(1))
  workers[0]?.send({ type: 'done', changed: 0, belowThreshold: 0, total: 9, changes: [], isNoisy: false })
  await until(() => expect(isCompared(before ?? '', after ?? '')).toBe(true))
  expect([openedOn(0), notice()]).toEqual([2, undefined])
})

test('a comment whose spot is gone is named by the notice and opened on its own revision', async () => {
  const workers = stubWorker()
  const { openedOn, notice, selection } = await mountCarried('gone', thread('1', { revision: 1 }))
  const [before, after] = selection.revisions.value.map(each => each.embedUrl ?? '')
  findChanges(before ?? '', after ?? '')
  await until(() => expect(workers).toHaveLength(1))
  const from = { x: 0, y: 0, width: 1200, height: 800 }
  const changes = [{ ...from, pixels: 5, removed: { from, to: { ...from, height: 4 } } }]
  workers[0]?.send({ type: 'done', changed: 5, belowThreshold: 0, total: 9, changes, isNoisy: false })
  await until(() => expect(notice()).toBe('1 comment not fixed on r1'))
  expect(openedOn(0)).toBe(1)
})
