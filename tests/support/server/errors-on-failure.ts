import { afterEach, beforeEach } from 'vitest'
import { loggedErrors } from '../deployment/node-process'

/*
 * Adds the errors that the servers logged during a failed test to the error of the test: the cause of a 500
 * is in no response.
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
