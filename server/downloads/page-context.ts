// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- The file only declares a module.
/// <reference path="./page-context-code.d.ts" />
import { encoded } from '#page-context'

/**
 * Returns a script for agents that take pictures with a browser of their own. It is an expression whose value
 * is a function: called in the page with `'viewport'` or `'page'`, the area of the picture, it returns a
 * promise of the context of that picture, ready to be sent.
 */
export const pageContextScript = (): string => Buffer.from(encoded, 'base64').toString()
