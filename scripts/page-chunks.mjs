// For nuxt.config.ts: the modules of the pages that are one chunk.
import { reachable } from './build-entries.mjs'

/**
 * Returns a group of Rolldown's `codeSplitting`: the modules that every one of `pages` needs are one chunk,
 * if no page of `without` may load them. Otherwise modules that other pages load too, or a dialog later, are
 * dozens of small files, which compress badly and take a request each.
 * @param {string} name
 * @param {string[]} pages paths of the pages
 * @param {{ without: string[], shared?: string[] }} others paths of other pages and of layouts; with `shared`
 *   only the modules that one of these may load
 */
export function pageChunk(name, pages, others) {
  let own
  return {
    name(id, context) {
      own ??= modulesOf(pages, others, each => context.getModuleInfo(each))
      return own.has(id) ? name : null
    },
    // Their imports are in the group too, or are needed by the other pages and never import from the group.
    includeDependenciesRecursively: false,
  }
}

function modulesOf(pages, { without, shared }, getModuleInfo) {
  const needed = pages.map(page => reachable(getModuleInfo, page, info => info.importedIds))
  const loadedBy = others => {
    const found = others.map(page =>
      reachable(getModuleInfo, page, info => [...info.importedIds, ...info.dynamicallyImportedIds]),
    )
    return id => found.some(each => each.has(id))
  }
  const isExcluded = loadedBy(without)
  const isShared = shared ? loadedBy(shared) : () => true
  const [first, ...rest] = needed
  return new Set(
    [...first].filter(
      id => !pages.includes(id) && rest.every(each => each.has(id)) && !isExcluded(id) && isShared(id),
    ),
  )
}
