/** The number of bytes in a mebibyte. */
export const MIB = 1024 ** 2

/** Returns a number of bytes as text for documents and messages: "50 MiB". */
export const mebibytes = (bytes: number): string => `${bytes / MIB} MiB`

/** Returns a number of bytes as text for documents: "60 KiB". */
export const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`

/** Returns a limit in bytes as text for error messages: "52428800 bytes (50 MiB)". */
export const exactBytes = (bytes: number): string => `${bytes} bytes (${mebibytes(bytes)})`
