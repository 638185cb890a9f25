/**
 * Returns the ids of the modules that are reached from an entry, with its own, in the order in which they are
 * found. `importsOf` returns the ids of the imports that count.
 */
export function reachable(getModuleInfo, entry, importsOf) {
  const found = new Set([entry])
  for (const id of found) {
    const info = getModuleInfo(id)
    if (info && !info.isExternal) for (const imported of importsOf(info)) found.add(imported)
  }
  return found
}

/** For `importsOf`: what is loaded with a module, and what it may load later. */
export const allImports = info => [...info.importedIds, ...info.dynamicallyImportedIds]
