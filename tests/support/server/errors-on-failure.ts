import { afterEach, beforeEach } from 'vitest'
import { loggedErrors } from '../deployment/node-process'

/*
 * Adds the errors that the servers logged during a failed test to the error of the test, because no response
 * contains the cause of a 500.
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
