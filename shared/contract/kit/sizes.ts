/** The number of bytes in a mebibyte. */
export const MIB = 1024 ** 2

/** Returns a number of bytes as text for documents and messages: "50 MiB". */
export const mebibytes = (bytes: number): string => `${bytes / MIB} MiB`

/** Returns a number of bytes as text for documents: "60 KiB". */
export const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`

/**
 * Returns an amount of storage as messages state it: exact, and rounded to MiB if it is larger than that:
 * "52428801 bytes (50 MiB)".
 */
export const storageSize = (bytes: number): string =>
  bytes < MIB ? `${bytes} bytes` : `${bytes} bytes (${Math.round((bytes / MIB) * 10) / 10} MiB)`

/** Returns a limit as error messages state it: "52428800 bytes (50 MiB)". */
export const exactBytes = (bytes: number): string => `${bytes} bytes (${mebibytes(bytes)})`
