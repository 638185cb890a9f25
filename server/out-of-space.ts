/**
 * Whether something failed because a disk is full: said by SQLite, by the file system or by the blob store.
 */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    code === 'SQLITE_FULL' ||
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    error.name === 'BlobSpaceError' ||
    isOutOfSpace(error.cause)
  )
}
