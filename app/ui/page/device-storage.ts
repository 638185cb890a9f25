/**
 * Texts that are stored on this device, in `localStorage`. If the person has blocked site data, nothing is
 * stored or found; if the storage is full, new texts are not stored. The functions never throw, so that a
 * page works without the storage.
 */
export const deviceStorage = {
  keys: (): string[] => withStorage(storage => Object.keys(storage)) ?? [],
  read: (key: string): string | null => withStorage(storage => storage.getItem(key)) ?? null,
  write: (key: string, text: string): void => {
    withStorage(storage => storage.setItem(key, text))
  },
  remove: (key: string): void => {
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
