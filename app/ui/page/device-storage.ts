/** The texts that could not be stored. They are kept in memory until the page is closed. */
const memory = new Map<string, string>()

/**
 * Texts that are stored on this device, in `localStorage`. If the person has blocked site data, or the
 * storage is full, a text is kept in memory until the page is closed. The functions never throw. Call them
 * only in the browser.
 */
export const deviceStorage = {
  keys: (): string[] => [
    ...new Set([...(withStorage(storage => Object.keys(storage)) ?? []), ...memory.keys()]),
  ],
  read: (key: string): string | null =>
    memory.get(key) ?? withStorage(storage => storage.getItem(key)) ?? null,
  write(key: string, text: string): void {
    memory.set(key, text)
    withStorage(storage => {
      storage.setItem(key, text)
      memory.delete(key)
    })
  },
  remove(key: string): void {
    memory.delete(key)
    withStorage(storage => storage.removeItem(key))
  },
}

function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    // If site data is blocked, reading the property `localStorage` already throws.
    return use(localStorage)
  } catch {
    return undefined
  }
}

/**
 * Returns the value of a JSON text that was stored on this device, if `isValid` returns true for it. An older
 * version or another program may have written the text, so `isValid` may receive any value. It may throw,
 * which means that the value is not valid. Returns undefined for a text that is not valid or not JSON.
 */
export function parseStored<T>(json: string, isValid: (value: T) => boolean): T | undefined {
  try {
    const value = JSON.parse(json) as T
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}
