import { expect, test, vi } from 'vitest'
import { h } from 'vue'
import { provideUploads, useUploads } from '~/evidence/use-uploads'
import AppButton from '~~/components/common/AppButton.vue'
import AppIcon from '~~/components/common/AppIcon'
import ReviewEmpty from '~~/components/review-page/ReviewEmpty.vue'
import { mountOnReview } from '../../support/dom/review-page'
import { png, stubImages } from '../../support/dom/uploads'

/** Mounts a review without evidence on a screen that is used with fingers or with a mouse. */
async function mountEmpty(pointer: 'coarse' | 'fine') {
  stubImages({ width: 1200, height: 800 })
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query =>
      ({
        matches: query === `(pointer: ${pointer})`,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  )
  const mounted = await mountOnReview(() => ({ uploads: useUploads() }), {
    artifacts: [],
    view: () => h(ReviewEmpty),
    components: { AppButton, AppIcon, CopyCommand: { template: '<code />' } },
    onPage: page => void provideUploads(page),
  })
  const { wrapper, result } = mounted
  const picker = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
  await wrapper.get('button').trigger('click')
  return { wrapper, picker, uploads: result.uploads, dialog: () => result.uploads?.isDialogOpen.value }
}

test('on a touch screen, “Choose files” of an empty review opens the files at once', async () => {
  const { wrapper, picker, dialog, uploads } = await mountEmpty('coarse')
  expect([picker.mock.calls.length, dialog()]).toEqual([1, false])
  expect(wrapper.text()).toContain('Add screenshots or videos from this device.')
  const input = wrapper.get<HTMLInputElement>('input[type=file]')
  Object.defineProperty(input.element, 'files', { value: [png('home')] })
  await input.trigger('change')
  expect([dialog(), uploads?.items.value.length]).toEqual([true, 1])
})

test('with a mouse, “Choose files” of an empty review opens the dialog for files', async () => {
  const { wrapper, picker, dialog } = await mountEmpty('fine')
  expect([picker.mock.calls.length, dialog()]).toEqual([0, true])
  expect(wrapper.text()).toContain('Drop screenshots or videos here')
})
