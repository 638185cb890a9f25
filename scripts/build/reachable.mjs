/**
 * Returns the ids of the modules that an entry imports, directly or indirectly, and of the entry itself, in
 * the order in which they are found. `importsOf` returns the imports to follow.
 */
export function reachable(getModuleInfo, entry, importsOf) {
  const found = new Set([entry])
  for (const id of found) {
    const info = getModuleInfo(id)
    if (info && !info.isExternal) for (const imported of importsOf(info)) found.add(imported)
  }
  return found
}

/** For `importsOf`: follows static and dynamic imports. */
export const allImports = info => [...info.importedIds, ...info.dynamicallyImportedIds]
