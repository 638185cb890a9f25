import { afterEach, beforeEach } from 'vitest'
import { loggedErrors } from '../deployment/node-process'

/*
 * If a test fails, adds the errors that the servers logged during the test to the error of the test, because
 * a response with the status 500 does not contain its cause.
 */

let before: string[] = []

beforeEach(() => {
  before = loggedErrors()
})

afterEach(({ task }) => {
  const [error] = task.result?.errors ?? []
  const logged = loggedErrors().filter(line => !before.includes(line))
  if (error && logged.length > 0) error.message += `\nThe server logged:\n${logged.join('\n')}`
})
