import { expect, test, vi } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import ThreadList from '~~/components/thread/ThreadList.vue'
import { openTarget } from '~/review-page/open-target'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const ThreadItem = { props: { thread: { type: Object, required: true } }, render: () => h('li') }

test('a comment that is opened with its evidence is what the list scrolls to', async () => {
  const scrolled: [position: string, index: string | undefined][] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element, to) {
    scrolled.push([String((to as ScrollIntoViewOptions).block), (this as HTMLElement).dataset.index])
  })
  const on = (name: string, of: string) => thread(name, { artifactId: `art_${of}`, status: 'open' })
  const threads = [on('1', 'a'), on('2', 'b'), on('3', 'b'), on('4', 'b')]
  const { page } = await mountOnReview(() => ({}), {
    artifacts: [artifact('a'), artifact('b')],
    threads,
    view: () => h(ThreadList, { peek: false }),
    components: { AppIcon, ThreadItem, LazyPendingList: { render: () => null } },
  })
  openTarget(page, 'art_a')
  await until(() => expect(scrolled).toContainEqual(['start', '0']))
  scrolled.length = 0
  page.selection.openThread(threads[3])
  await until(() => expect(scrolled).toEqual([['nearest', '2']]))

  // Evidence that is opened without a comment shows its first comment.
  scrolled.length = 0
  openTarget(page, 'art_a')
  await until(() => expect(scrolled).toEqual([['start', '0']]))
})
