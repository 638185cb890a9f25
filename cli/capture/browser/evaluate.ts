import type { Session } from './cdp'

/** Returns the result of an expression in a page, once it is settled. Throws the error that it throws. */
export async function evaluate<T>({ send }: Pick<Session, 'send'>, expression: string): Promise<T> {
  const { result, exceptionDetails } = await send<{
    result: { value: T }
    exceptionDetails?: { text: string; exception?: { description?: string } }
  }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (!exceptionDetails) return result.value
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
}

/** Returns the call of a function in a page. The function must use nothing from outside of itself. */
export const callOf = <A extends unknown[]>(run: (...args: A) => unknown, ...args: A): string =>
  `(${String(run)})(...${JSON.stringify(args)})`
