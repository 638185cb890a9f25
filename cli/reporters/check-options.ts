import { DEFAULT_PARALLEL, MAX_PARALLEL } from '../push/push'
import type { ReporterOptions } from '../package/options'

const DEFAULT_TIMEOUT_SECONDS = 180

export type CheckedOptions = ReporterOptions & Required<Pick<ReporterOptions, 'timeout' | 'parallel'>>

/**
 * Returns the options with their defaults. If a value is invalid, throws an error that says which option is
 * invalid.
 */
export function checkOptions(options: ReporterOptions): CheckedOptions {
  const { timeout = DEFAULT_TIMEOUT_SECONDS, parallel = DEFAULT_PARALLEL } = options
  if (!(timeout > 0)) throw wrong('timeout', timeout, 'a number of seconds above 0')
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > MAX_PARALLEL)
    throw wrong('parallel', parallel, `a whole number from 1 to ${MAX_PARALLEL}`)
  return { ...options, timeout, parallel }
}

const wrong = (name: keyof ReporterOptions, value: unknown, expected: string) =>
  new Error(`The option "${name}" of the Exhibit reporter is ${JSON.stringify(value)}. Give ${expected}.`)
