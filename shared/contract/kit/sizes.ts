/** The bytes of a mebibyte. */
export const MIB = 1024 ** 2

/** Returns a number of bytes as documents and messages state it: "50 MiB". */
export const mebibytes = (bytes: number): string => `${bytes / MIB} MiB`

/** Returns a number of bytes as documents state it: "60 KiB". */
export const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`

/** Returns a limit as error messages state it: "52428800 bytes (50 MiB)". */
export const exactBytes = (bytes: number): string => `${bytes} bytes (${mebibytes(bytes)})`
