import { expect, test } from 'vitest'
import { h } from 'vue'
import { ApiError } from '#shared/client'
import { useConnection } from '~/ui/network/use-connection'
import ErrorAlert from '~~/components/form/ErrorAlert.vue'
import { mountInNuxt, settle } from '../../support/dom/mount'

test.each([
  [0, false],
  [409, true],
])(
  'when the connection returns, the failure of a request with status %i is shown: %s',
  async (status, shown) => {
    const failure = new ApiError('Refused', status, 'code', null, null)
    const { result, wrapper } = await mountInNuxt(() => useConnection(), {
      view: () => h(ErrorAlert, { failure }),
    })
    result.offline.value = true
    await settle()
    expect(wrapper.find('[role=alert]').exists()).toBe(true)
    result.offline.value = false
    await settle()
    expect(wrapper.find('[role=alert]').exists()).toBe(shown)
  },
)
