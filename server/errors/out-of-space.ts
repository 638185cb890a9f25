const POSTGRES_DISK_FULL = '53100'

/**
 * Returns whether an error, or its cause, means that the disk is full. The error may come from the database,
 * the file system or the blob store.
 */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    code === 'SQLITE_FULL' ||
    code === POSTGRES_DISK_FULL ||
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    error.name === 'BlobSpaceError' ||
    isOutOfSpace(error.cause)
  )
}
