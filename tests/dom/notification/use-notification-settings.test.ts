import { expect, test } from 'vitest'
import { useNotificationSettings } from '~/notification/use-notification-settings'
import type { MailFrequency } from '#shared/notifications'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { mountInNuxt, settle, until } from '../../support/dom/mount'

const SAVE = 'PUT /api/me/notification-settings'

/** Mounts the notification settings of a person who gets one email for each notification. */
async function mountSettings() {
  const requests: PromiseWithResolvers<MailFrequency>[] = []
  const api = stubApi({
    'GET /api/me/notification-settings': () => ({ mail: 'immediate', canMail: true, emailConfirmed: true }),
    [SAVE]: async () => {
      const request = Promise.withResolvers<MailFrequency>()
      requests.push(request)
      return { mail: await request.promise, canMail: true, emailConfirmed: true }
    },
  })
  const { result } = await mountInNuxt(() => useNotificationSettings())
  const shown = () => result.settings.value?.mail
  await until(() => expect(shown()).toBe('immediate'))
  const requestsSent = (count: number) => until(() => expect(requests).toHaveLength(count))
  return { ...result, api, requests, requestsSent, shown }
}

test('a chosen mail frequency is shown at once, and is saved after the earlier choice', async () => {
  const { choose, shown, requests, requestsSent, api } = await mountSettings()
  choose('daily')
  expect(shown()).toBe('daily')
  await requestsSent(1)
  choose('off')
  expect(shown()).toBe('off')
  requests[0]?.resolve('daily')
  await requestsSent(2)
  expect(shown()).toBe('off')
  requests[1]?.resolve('off')
  await settle()
  expect(shown()).toBe('off')
  expect(api.bodies(SAVE)).toEqual([{ mail: 'daily' }, { mail: 'off' }])
})

test('if a mail frequency cannot be saved, the saved one is shown again with the reason', async () => {
  const { choose, shown, failure, requests, requestsSent } = await mountSettings()
  choose('daily')
  await requestsSent(1)
  choose('off')
  requests[0]?.resolve('daily')
  await requestsSent(2)
  requests[1]?.reject(new ErrorResponse('internal_error', 'It failed.'))
  await until(() => expect(failure.value?.message).toBe('It failed.'))
  expect(shown()).toBe('daily')
  choose('immediate')
  expect(failure.value).toBeNull()
  await requestsSent(3)
  requests[2]?.resolve('immediate')
  await settle()
})
