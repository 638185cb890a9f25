// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- It declares a module.
/// <reference path="./page-script-source.d.ts" />
import { actionsCode, pageContextCode } from '#page-script'
import type { Picture } from './page/shown-elements'

/**
 * Returns an expression that a page evaluates, as `page.evaluate` of Playwright does with a text. Its value
 * is a promise of the context of a picture of the page: a `RevisionContext` within all limits. Call
 * {@link relativeSources} of `source-paths.ts` on it, since the paths of source files are as the page states
 * them.
 */
export const pageContextOf = (picture: Picture): string => `(${pageContextCode})(${JSON.stringify(picture)})`

/**
 * Returns code that calls a global function of the page with a text for each action. It must run before the
 * scripts of the page.
 */
export const reportActionsTo = (name: string): string => `(${actionsCode})(text => globalThis.${name}(text))`
