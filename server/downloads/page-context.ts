// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- The file only declares a module.
/// <reference path="./page-context-code.d.ts" />
import { encoded } from '#page-context'

/**
 * Returns a script for agents that take pictures with their own browser. The script is an expression whose
 * value is a function. The agent calls this function in the page, with the area of the picture: `'viewport'`
 * or `'page'`. The function returns a promise of the context of the picture, in the form in which the agent
 * sends it.
 */
export const pageContextScript = (): string => Buffer.from(encoded, 'base64').toString()
