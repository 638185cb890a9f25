import { expect, onTestFinished, test } from 'vitest'
import { h } from 'vue'
import TextField from '~~/components/form/TextField.vue'
import { mountInNuxt, settle } from '../../support/dom/mount'

test('the reason why a text cannot be submitted is below its field until the text changes', async () => {
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () =>
      h('form', [
        h(TextField, { label: 'Name', name: 'name', required: true, help: 'Everyone sees it.' }),
        h(TextField, { label: 'Email', name: 'email', type: 'email', required: true }),
      ]),
  })
  const form = wrapper.element as HTMLFormElement
  document.body.append(form)
  onTestFinished(() => form.remove())
  const [name, email] = form.querySelectorAll('input')
  const about = (field: HTMLInputElement | undefined) =>
    form.querySelector(`#${field?.getAttribute('aria-describedby')}`)?.textContent.trim()
  expect([about(name), about(email)]).toEqual(['Everyone sees it.', undefined])
  expect(form.checkValidity()).toBe(false)
  await settle()
  expect([about(name), about(email)]).toEqual(['Fill in this field.', 'Fill in this field.'])
  expect(name?.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(name)
  if (name) name.value = 'Ann'
  name?.dispatchEvent(new Event('input'))
  await settle()
  expect(about(name)).toBe('Everyone sees it.')
  expect(name?.hasAttribute('aria-invalid')).toBe(false)
})
