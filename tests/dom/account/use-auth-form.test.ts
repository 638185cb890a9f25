import { expect, test, vi } from 'vitest'
import { useAuthForm } from '~/account/use-auth-form'
import { ApiError } from '#shared/client'
import { addElement } from '../../support/dom/keys'

const form = () => addElement('<form><input name="email" value="mara@example.org"></form>')
const submitOf = (target: HTMLElement) => ({ target }) as unknown as Event

test('submitting a form reads the values of its fields; the value of a missing field is empty', async () => {
  const sent = vi.fn()
  const { submit } = useAuthForm(async field => void sent(field('email'), field('name')))
  await submit(submitOf(form()))
  expect(sent).toHaveBeenCalledWith('mara@example.org', '')
})

test('a rejected form shows the error, and a form that is being sent cannot be sent twice', async () => {
  const response = Promise.withResolvers<undefined>()
  const send = vi.fn(async () => {
    await response.promise
    throw new ApiError('Wrong password.', 401, 'unauthorized', null, null)
  })
  const { submit, busy, failure } = useAuthForm(send)
  const first = submit(submitOf(form()))
  await submit(submitOf(form()))
  expect(busy.value).toBe(true)
  response.resolve(undefined)
  await first
  expect(send).toHaveBeenCalledTimes(1)
  expect([busy.value, failure.value?.message]).toEqual([false, 'Wrong password.'])
})
