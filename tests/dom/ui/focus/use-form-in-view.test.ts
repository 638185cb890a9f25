import { afterEach, expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { useFormInView } from '~/ui/focus/use-form-in-view'
import { addElement } from '../../../support/dom/keys'
import { mountInNuxt } from '../../../support/dom/mount'

afterEach(() => {
  document.body.innerHTML = ''
})

test('focusing a field scrolls its form into view, but focusing a button does not', async () => {
  const form = addElement('<form><textarea></textarea><button></button></form>')
  const scroll = vi.spyOn(form, 'scrollIntoView')
  await mountInNuxt(() => {
    useFormInView(ref(form), 'aside')
    return {}
  })
  form.querySelector('button')?.focus()
  expect(scroll).not.toHaveBeenCalled()
  form.querySelector('textarea')?.focus()
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' })
})
