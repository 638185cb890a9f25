import type { BlobDriver, BlobUse } from '../driver'
import { parseS3Address } from './address'
import { checkStore } from './check'
import { directAccess } from './direct'
import { s3Driver } from './driver'
import { createStore } from './store'

/**
 * Opens the bucket of an `s3://` URL. `setting` is the name of the setting that has the URL. Throws a
 * SettingsError with this name if the URL is wrong or if the bucket does not permit the given use.
 */
export async function openS3(address: string, setting: string, use: BlobUse): Promise<BlobDriver> {
  const store = createStore(parseS3Address(address, setting))
  await checkStore(store, setting, use)
  return s3Driver({ store, direct: await directAccess(store) })
}
