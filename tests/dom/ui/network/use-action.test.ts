import { expect, test, vi } from 'vitest'
import { useAction } from '~/ui/network/use-action'
import { ApiError } from '#shared/client'

const failure = (status: number) => new ApiError('Refused', status, 'code', null, null)

test('an action is busy while it runs, and returns true after it has succeeded', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { run, busy } = useAction(() => promise)
  const done = run()
  expect(busy.value).toBe(true)
  resolve(undefined)
  expect(await done).toBe(true)
  expect(busy.value).toBe(false)
})

test('an action cannot be run again while it is running', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const act = vi.fn(() => promise)
  const { run } = useAction(act)
  const first = run()
  expect(await run()).toBe(false)
  resolve(undefined)
  await first
  expect(act).toHaveBeenCalledTimes(1)
})

test('an API error of an action is shown until the next run', async () => {
  const answers = [Promise.reject(failure(409)), Promise.resolve()]
  const { run, failure: shown } = useAction(() => answers.shift() ?? Promise.resolve())
  expect(await run()).toBe(false)
  expect(shown.value?.status).toBe(409)
  expect(await run()).toBe(true)
  expect(shown.value).toBeNull()
})

test('after a 404 response, an action calls its handler for missing objects and shows no error', async () => {
  const onMissing = vi.fn()
  const { run, failure: shown } = useAction(() => Promise.reject(failure(404)), { onNotFound: onMissing })
  expect(await run()).toBe(false)
  expect(onMissing).toHaveBeenCalledTimes(1)
  expect(shown.value).toBeNull()
})

test('an error that does not come from the API is thrown, and the action can run again', async () => {
  const { run, busy } = useAction(() => Promise.reject(new TypeError('bug')))
  await expect(run()).rejects.toThrow('bug')
  expect(busy.value).toBe(false)
})
