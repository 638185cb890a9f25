import { expect, test, vi } from 'vitest'
import { h, ref } from 'vue'
import AppButton from '~~/components/common/AppButton.vue'
import AppIcon from '~~/components/common/AppIcon'
import { mountInNuxt, settle } from '../../support/dom/mount'

/** Mounts an AppButton, and counts how often it reports a press. */
async function mountButton(props: Record<string, unknown>) {
  const onClick = vi.fn()
  const { wrapper, router } = await mountInNuxt(() => ({}), {
    view: () => h(AppButton, { ...props, onClick }),
    components: { AppIcon },
  })
  const element = wrapper.element as HTMLElement
  return {
    element,
    icon: element.querySelector('.iconify'),
    /**
     * Presses the button. Returns the number of reported presses and the path of the page that is then open.
     */
    press: async () => {
      element.click()
      await settle()
      return { reported: onClick.mock.calls.length, path: router.currentRoute.value.path }
    },
  }
}

test('an AppButton renders a button with label and icon; its props do not become attributes', async () => {
  const { element, icon, press } = await mountButton({
    label: 'Save',
    icon: 'i-lucide-check',
    iconClass: 'sm:hidden',
    variant: 'danger',
    size: 'xs',
    type: 'submit',
  })
  expect(element.getAttributeNames().toSorted()).toEqual(['class', 'data-button', 'type'])
  expect([element.tagName, element.getAttribute('type'), element.textContent]).toEqual([
    'BUTTON',
    'submit',
    'Save',
  ])
  expect([...(icon?.classList ?? [])]).toEqual(expect.arrayContaining(['i-lucide-check', 'sm:hidden']))
  expect(icon?.getAttribute('aria-hidden')).toBe('true')
  expect(await press()).toEqual({ reported: 1, path: '/' })
})

test('a disabled AppButton has the attribute disabled', async () => {
  const { element, press } = await mountButton({ label: 'Save', disabled: true })
  expect(element).toHaveProperty('disabled', true)
  expect((await press()).reported).toBe(0)
})

test('an AppButton shows a spinner and ignores presses while its action runs', async () => {
  const { element, icon, press } = await mountButton({ label: 'Save', icon: 'i-lucide-check', loading: true })
  expect([element.getAttribute('aria-disabled'), icon?.classList.contains('animate-spin')]).toEqual([
    'true',
    true,
  ])
  expect(icon?.classList).not.toContain('i-lucide-check')
  expect((await press()).reported).toBe(0)
})

test('an AppButton keeps the focus while its action runs, and its form is not submitted again', async () => {
  const loading = ref(false)
  const submitted = vi.fn((event: Event) => event.preventDefault())
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () =>
      h('form', { onSubmit: submitted }, [
        h(AppButton, { label: 'Save', type: 'submit', loading: loading.value }),
      ]),
    components: { AppIcon },
  })
  const button = wrapper.find('button').element
  button.focus()
  button.click()
  loading.value = true
  await settle()
  button.click()
  // A browser removes the focus from a disabled button. happy-dom does not, so this also checks `disabled`.
  expect([document.activeElement === button, button.disabled]).toEqual([true, false])
  expect(submitted).toHaveBeenCalledTimes(1)
  loading.value = false
  await settle()
  button.click()
  expect(submitted).toHaveBeenCalledTimes(2)
})

test('an AppButton with the path of a page renders a link that opens the page', async () => {
  const { element, press } = await mountButton({ label: 'Account', to: '/settings/account' })
  expect([element.tagName, element.getAttribute('href')]).toEqual(['A', '/settings/account'])
  expect(element.getAttributeNames()).not.toContain('aria-disabled')
  expect(await press()).toEqual({ reported: 1, path: '/settings/account' })
})

test.each(['disabled', 'loading'])(
  'an AppButton with the path of a page is a link without a URL while it is %s',
  async state => {
    const { element, press } = await mountButton({ label: 'Account', to: '/settings/account', [state]: true })
    expect([element.tagName, element.getAttribute('role'), element.getAttribute('aria-disabled')]).toEqual([
      'A',
      'link',
      'true',
    ])
    expect(element.hasAttribute('href')).toBe(false)
    expect(await press()).toEqual({ reported: 0, path: '/' })
  },
)
