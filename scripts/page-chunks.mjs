// For nuxt.config.ts: which modules of the pages are one chunk.
import { reachable } from './build-entries.mjs'

/**
 * Returns a group of Rolldown's `codeSplitting`: the modules that all `pages` need and that no other page may
 * load are one chunk. Otherwise those that a dialog or menu needs too, which are loaded later, are dozens of
 * small files, which compress badly and take a request each.
 * @param {string} name
 * @param {string[]} pages paths of the pages
 * @param {string[]} others paths of all other pages and of the layouts
 */
export function pageChunk(name, pages, others) {
  let own
  return {
    name(id, context) {
      own ??= ownModules(pages, others, each => context.getModuleInfo(each))
      return own.has(id) ? name : null
    },
    // What they import is in the group too, or needed by other pages and never imports from the group.
    includeDependenciesRecursively: false,
  }
}

function ownModules(pages, others, getModuleInfo) {
  const needed = pages.map(page => reachable(getModuleInfo, page, info => info.importedIds))
  const elsewhere = others.map(page =>
    reachable(getModuleInfo, page, info => [...info.importedIds, ...info.dynamicallyImportedIds]),
  )
  const [first, ...rest] = needed
  return new Set(
    [...first].filter(
      id => !pages.includes(id) && rest.every(each => each.has(id)) && !elsewhere.some(each => each.has(id)),
    ),
  )
}
