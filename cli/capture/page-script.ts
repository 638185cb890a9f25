// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- It declares a module.
/// <reference path="./page-script-source.d.ts" />
import { actionsCode, pageContextCode } from '#page-script'
import type { Picture } from './page/shown-elements'

/**
 * Returns a JavaScript expression to evaluate in a page, for example with `page.evaluate` of Playwright. Its
 * value is a promise of the context of a picture of the page: a `RevisionContext` within all limits. Call
 * `relativeSources` of `source-paths.ts` on it, because its paths of source files are not yet relative
 * to the repository.
 */
export const pageContextOf = (picture: Picture): string => `(${pageContextCode})(${JSON.stringify(picture)})`

/**
 * Returns JavaScript code that calls a global function of the page with a text for each action of a person.
 * It must run before the scripts of the page.
 */
export const reportActionsTo = (name: string): string => `(${actionsCode})(text => globalThis.${name}(text))`
