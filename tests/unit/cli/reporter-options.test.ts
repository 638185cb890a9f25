import { expect, it } from 'vitest'
import { checkOptions } from '../../../cli/reporters/check-options'

it.each([
  [
    { parallel: 17 },
    'The option "parallel" of the Exhibit reporter is 17. Give a whole number from 1 to 16.',
  ],
  [{ parallel: 0 }, 'The option "parallel" of the Exhibit reporter is 0.'],
  [{ parallel: 1.5 }, 'The option "parallel" of the Exhibit reporter is 1.5.'],
  [{ timeout: 0 }, 'The option "timeout" of the Exhibit reporter is 0. Give a number of seconds above 0.'],
])('a reporter rejects the options %j, and the error names the invalid option', (options, message) => {
  expect(() => checkOptions(options)).toThrow(message)
})

it.each([{ parallel: 1 }, { parallel: 16 }, { timeout: 0.5 }])('a reporter accepts options %j', options => {
  expect(checkOptions(options)).toMatchObject(options)
})
