/**
 * Texts that are stored on this device. Browsers refuse storage if the person blocked site data, and if it is
 * full: then nothing is read, and what is written lasts as long as the page. Nothing here throws.
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
    // With blocked site data, already the access to `localStorage` throws.
    return use(localStorage)
  } catch {
    return undefined
  }
}
