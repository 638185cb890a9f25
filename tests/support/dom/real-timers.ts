import { beforeEach, expect } from 'vitest'

/*
 * Fails a test if an earlier test of the worker left fake timers behind. Otherwise timers would never fire in
 * a file that does not replace them, and that file would fail instead of the file with the mistake.
 */

beforeEach(() => {
  expect('clock' in setTimeout, 'An earlier test left fake timers behind.').toBe(false)
})
