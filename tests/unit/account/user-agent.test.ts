import { expect, it } from 'vitest'
import { deviceName } from '~/account/user-agent'

const mozilla = (rest: string) => `Mozilla/5.0 (${rest}`

it.each([
  [mozilla('Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox on Windows'],
  [mozilla('X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'), 'Chrome on Linux'],
  [mozilla('Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0'), 'Edge on Windows'],
  [mozilla('Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605'), 'Safari on macOS'],
  [mozilla('iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'), 'Safari on iPhone'],
  [mozilla('Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36'), 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('the device of a session is named %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
