import type { Session } from './cdp'

/**
 * Evaluates an expression in a page and returns its result. If the result is a promise, waits for its value.
 * If the expression throws or the promise is rejected, throws an Error with the description of that error.
 */
export async function evaluate<T>({ send }: Pick<Session, 'send'>, expression: string): Promise<T> {
  const { result, exceptionDetails } = await send<{
    result: { value: T }
    exceptionDetails?: { text: string; exception?: { description?: string } }
  }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (!exceptionDetails) return result.value
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
}

/**
 * Returns an expression that calls a function in a page with the given arguments. The function must use
 * nothing from outside of itself.
 */
export const callOf = <A extends unknown[]>(run: (...args: A) => unknown, ...args: A): string =>
  `(${String(run)})(...${JSON.stringify(args)})`
