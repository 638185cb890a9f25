import { beforeEach, expect, test } from 'vitest'
import { useSession } from '~/account/use-session'
import draftAuthor from '~/plugins/draft-author.client'
import { readDraftText, saveDraftText } from '~/ui/page/use-draft-text'
import { useNuxtApp } from '#app/nuxt'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

beforeEach(() => localStorage.clear())

const other = { ...me(), user: { ...me().user, id: 'usr_other' } }
const openPage = (person: ReturnType<typeof me>) =>
  mountInNuxt(() => useSession(), { me: person, parent: () => void draftAuthor(useNuxtApp()) })

test('a person does not see the drafts of another person who used the page before', async () => {
  const { wrapper } = await openPage(me())
  saveDraftText('rev_1:review', 'Half a thought')
  wrapper.unmount()
  const again = await openPage(me())
  expect(readDraftText('rev_1:review')).toBe('Half a thought')
  again.wrapper.unmount()
  await openPage(other)
  expect(readDraftText('rev_1:review')).toBe('')
})

test('the drafts of a person are deleted as soon as another person signs in on the page', async () => {
  const { result } = await openPage(me())
  saveDraftText('rev_1:review', 'Half a thought')
  result.me.value = me()
  expect(readDraftText('rev_1:review')).toBe('Half a thought')
  result.me.value = other
  expect(readDraftText('rev_1:review')).toBe('')
})
