import { expect, test } from 'vitest'
import { useAnnouncements } from '~/ui/messages/use-announcements'
import { useCommentAnnouncement } from '~/review-page/use-comment-announcement'
import { comment, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const byMira = (name: string, number: number | null) =>
  thread(name, {
    number,
    comments: [
      comment(`cmt_${name}`, name, { author: { type: 'human', id: 'usr_mira', name: 'Mira Okonkwo' } }),
    ],
  })

async function mountAnnouncement() {
  const first = byMira('first', 40)
  const { served, page, result } = await mountOnReview(
    () => {
      useCommentAnnouncement()
      return { message: useAnnouncements().message }
    },
    { threads: [first] },
  )
  await until(() => expect(page.source.isPartial.value).toBe(false))
  const arrive = async (...arrived: ReturnType<typeof thread>[]) => {
    served.threads = [...served.threads, ...arrived]
    await page.source.refresh()
  }
  const announces = (text: string) => until(() => expect(result.message.value).toBe(text))
  return { arrive, announces, message: result.message }
}

test('a comment by another person is announced with its number and author', async () => {
  const { arrive, announces, message } = await mountAnnouncement()
  expect(message.value).toBe('')
  await arrive(byMira('second', 41))
  await announces('New comment 41 by Mira Okonkwo')
  await arrive(byMira('third', null))
  await announces('New comment by Mira Okonkwo')
})

test('comments that arrive together are announced in one announcement', async () => {
  const { arrive, announces } = await mountAnnouncement()
  await arrive(byMira('a', 41), byMira('b', 42), byMira('c', 43))
  await announces('3 new comments')
})

test("the person's own comment is not announced", async () => {
  const { arrive, announces } = await mountAnnouncement()
  await arrive(thread('own', { number: 41 }), byMira('second', 42))
  await announces('New comment 42 by Mira Okonkwo')
})
