import { expect, onTestFinished, test, vi } from 'vitest'
import { h } from 'vue'
import AppButton from '~~/components/common/AppButton.vue'
import AppIcon from '~~/components/common/AppIcon'
import ErrorAlert from '~~/components/form/ErrorAlert.vue'
import ShareLinkAddress from '~~/components/share/ShareLinkAddress.vue'
import { ErrorResponse, stubApi, type Handlers } from '../../support/dom/api'
import { mountInNuxt, settle } from '../../support/dom/mount'

const REVEAL = 'POST /api/share-links/{id}/reveal'
const url = 'https://exhibit.test/r/token'

/** Mounts the URL field of a share link on a phone. `share` replaces the list of apps to share with. */
async function mountOnPhone(share: () => Promise<void>, handler: Handlers[typeof REVEAL] = () => ({ url })) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList,
  )
  const opened = vi.fn(share)
  Object.defineProperty(navigator, 'share', { value: opened, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share')
    vi.restoreAllMocks()
  })
  const api = stubApi({ [REVEAL]: handler })
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () => h(ShareLinkAddress, { id: 'shl_1', name: 'the link “Design”' }),
    components: { AppButton, AppIcon, ErrorAlert },
  })
  await settle()
  const press = () => wrapper.get<HTMLElement>('button[title=Share]').element.click()
  return { api, wrapper, press, opened }
}

test('the first press of Share loads the URL and shares it; the next press sends no request', async () => {
  const { press, opened, api } = await mountOnPhone(async () => {})
  press()
  await settle()
  expect(opened).toHaveBeenCalledWith({ url })
  press()
  // Safari lists apps only if the handler of the press calls `share` synchronously.
  expect(opened).toHaveBeenCalledTimes(2)
  await settle()
  expect(api.calls).toHaveLength(1)
})

test('if the URL of a share link cannot be loaded, the reason is shown and nothing is shared', async () => {
  const { press, opened, wrapper } = await mountOnPhone(
    async () => {},
    () => {
      throw new ErrorResponse('internal_error', 'It failed.')
    },
  )
  press()
  await settle()
  expect(wrapper.get('[role=alert]').text()).toBe('The link was not shared. It failed.')
  expect(opened).not.toHaveBeenCalled()
})

test.each([
  ['AbortError', ''],
  ['NotAllowedError', url],
])('after sharing a link with apps fails with %s, the selected text is “%s”', async (name, selected) => {
  getSelection()?.removeAllRanges()
  const { press, wrapper } = await mountOnPhone(() => Promise.reject(new DOMException('No.', name)))
  press()
  await settle()
  expect(getSelection()?.toString().trim()).toBe(selected)
  expect(wrapper.get('[role=status]').text()).toBe(selected && 'Copy the selected text')
  expect(wrapper.find('[role=alert]').exists()).toBe(false)
})
