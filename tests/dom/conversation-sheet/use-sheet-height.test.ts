import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import { useCompare } from '~/compare/use-compare'
import { HALF, LOWEST, RAISED } from '~/conversation-sheet/sheet-heights'
import { openTarget } from '~/review-page/open-target'
import { useSheetHeight } from '~/conversation-sheet/use-sheet-height'
import { useExpandedTools } from '~/stage/use-expanded-tools'
import { phoneScreen } from '~/ui/elements/use-media-query'
import { useVideoTime } from '~/video/use-video-time'
import { artifact, thread } from '../../support/dom/fixtures'
import { stubScreen } from '../../support/dom/browser'
import { mountOnReview } from '../../support/dom/review-page'

async function mountSheet(onPhone = true) {
  if (onPhone) stubScreen().match(phoneScreen)
  const { result, page } = await mountOnReview(
    () => ({
      ...useSheetHeight(),
      compare: useCompare(),
      tools: useExpandedTools(),
      video: useVideoTime(),
    }),
    {
      artifacts: [artifact('a', 2)],
      threads: [thread('t', { artifactId: 'art_a', revision: 2 })],
    },
  )
  const { openView, leave } = result.compare
  openTarget(page, 'art_a')
  await nextTick()
  return {
    ...result,
    async compare(isOn: boolean) {
      if (isOn) openView('swipe')
      else leave()
      await nextTick()
    },
    async openComment() {
      page.selection.openThread(page.source.threads.value[0])
      await nextTick()
    },
  }
}

test('on a phone, a comparison lowers the conversation until it is closed', async () => {
  const { height, compare, raise } = await mountSheet()
  expect(height.value).toBe(HALF)
  await compare(true)
  expect(height.value).toBe(LOWEST)
  await compare(false)
  expect(height.value).toBe(HALF)
  raise(RAISED)
  await compare(true)
  await compare(false)
  expect(height.value).toBe(RAISED)
})

test('during a comparison, a pressed pin raises the conversation, and a step does not', async () => {
  const { height, compare, openComment, keepOnce } = await mountSheet()
  await compare(true)
  keepOnce()
  await openComment()
  expect(height.value).toBe(LOWEST)
  await openComment()
  expect(height.value).toBe(HALF)
})

test('on a desk, a comparison keeps the height of the conversation', async () => {
  const { height, compare } = await mountSheet(false)
  await compare(true)
  expect(height.value).toBe(HALF)
})

test('on a phone, the conversation is lowered while a video plays', async () => {
  const { height, video, raise } = await mountSheet()
  const play = async (playing: boolean) => {
    video.value = { ...video.value, playing }
    await nextTick()
  }
  await play(true)
  expect(height.value).toBe(LOWEST)
  await play(false)
  expect(height.value).toBe(HALF)
  await play(true)
  raise(RAISED)
  await play(false)
  expect(height.value).toBe(RAISED)
})

test('on a phone, expanded tools lower the conversation', async () => {
  const { height, tools } = await mountSheet()
  tools.value = true
  await nextTick()
  expect(height.value).toBe(LOWEST)
  tools.value = false
  await nextTick()
  expect(height.value).toBe(HALF)
})
