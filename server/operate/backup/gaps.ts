import type { ReferencedBlob } from '~~/server/storage/referenced-blobs'
import type { DamagedRow } from '../instance/intact-rows'

/**
 * The blobs and rows that the backup lacks, or contains in a damaged form, because they are missing or
 * damaged in the instance itself.
 */
export interface Gaps {
  missing: ReferencedBlob[]
  damagedBlobs: ReferencedBlob[]
  damagedRows: DamagedRow[]
}
