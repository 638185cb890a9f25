import type { Session } from './cdp'

/** The error of an expression that has thrown, with the description of what it has thrown. */
export class PageError extends Error {}

/** Where an expression is evaluated, and for how long. */
interface Place {
  /** The execution context; by default, the world of the scripts of the page. */
  contextId?: number
  /** The time limit in milliseconds; by default, the limit of the session. */
  ms?: number
}

/**
 * Evaluates an expression in a page and returns its result. If the result is a promise, waits for its value.
 * Throws a {@link PageError} if the expression throws or the promise is rejected.
 */
export async function evaluate<T>(
  { send }: Pick<Session, 'send'>,
  expression: string,
  { contextId, ms }: Place = {},
): Promise<T> {
  const { result, exceptionDetails } = await send<{
    result: { value: T }
    exceptionDetails?: { text: string; exception?: { description?: string } }
  }>('Runtime.evaluate', { expression, contextId, awaitPromise: true, returnByValue: true }, ms)
  if (!exceptionDetails) return result.value
  throw new PageError(exceptionDetails.exception?.description ?? exceptionDetails.text)
}

/**
 * Returns an expression that calls a function in a page with the given arguments. The function must use
 * nothing from outside of itself.
 */
export const callOf = <A extends unknown[]>(run: (...args: A) => unknown, ...args: A): string =>
  `(${String(run)})(...${JSON.stringify(args)})`
