/**
 * Returns the ids of an entry and of all modules that it imports, directly or indirectly, in the order in
 * which they are found. `importsOf` returns the imports of a module that are followed.
 */
export function reachable(getModuleInfo, entry, importsOf) {
  const found = new Set([entry])
  for (const id of found) {
    const info = getModuleInfo(id)
    if (info && !info.isExternal) for (const imported of importsOf(info)) found.add(imported)
  }
  return found
}

/** A value for `importsOf` that follows both static and dynamic imports. */
export const allImports = info => [...info.importedIds, ...info.dynamicallyImportedIds]
