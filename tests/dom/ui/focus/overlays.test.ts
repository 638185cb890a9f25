import { expect, test } from 'vitest'
import { isDialogOpen } from '~/ui/focus/overlays'

test('a dialog covers the page, and a card does not', () => {
  document.body.innerHTML = '<div role="dialog" popover="auto"></div>'
  expect(isDialogOpen()).toBe(false)
  for (const role of ['dialog', 'alertdialog']) {
    document.body.innerHTML = `<div role="${role}"></div>`
    expect(isDialogOpen()).toBe(true)
  }
  document.body.innerHTML = ''
})
