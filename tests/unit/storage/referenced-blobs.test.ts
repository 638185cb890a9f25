import { expect, it } from 'vitest'
import { tablesOf } from '~~/server/operate/instance/tables'
import { blobKeyColumns, blobsOfRevision, unreferencedAmong } from '~~/server/storage/referenced-blobs'

/** The other columns with a name that ends in "key". The sweep of orphans does not need their values. */
const otherKeys = [
  'passkey.publicKey',
  'comparison_settings.key',
  'round.key',
  // The value identifies the screen that the revision shows, and not a blob.
  'revision.baselineKey',
  // The blob with this key is deleted when its areas are redacted, or as an orphan after a crash.
  'revision.unredactedKey',
]

const revision = {
  id: 'rvs_1',
  originalKey: 'rvs_1/original-a',
  embedKey: 'rvs_1/embed-b',
  posterOriginalKey: 'rvs_1/poster-original-c',
  posterKey: 'rvs_1/poster-d',
  contextKey: 'rvs_1/context-e',
  mediaDeletedAt: null,
  bytes: 1,
  originalHash: 'hash',
  posterOriginalHash: null,
  embedBytes: 2,
  posterBytes: 3,
  contextBytes: 4,
}

it('each column of the schema that contains blob keys is in the list of such columns', () => {
  const inSchema = tablesOf('sqlite').flatMap(({ name, columns }) =>
    Object.keys(columns)
      .filter(each => /key$/i.test(each))
      .map(each => `${name}.${each}`),
  )
  const listed = Object.entries(blobKeyColumns).flatMap(([table, columns]) =>
    columns.map(each => `${table}.${each}`),
  )
  expect(inSchema.toSorted()).toEqual([...listed, ...otherKeys].toSorted())
})

it('a revision refers to each of its blobs, with the size and the hash that its row states', () => {
  expect(blobsOfRevision(revision).map(({ key, bytes, sha256 }) => [key, bytes, sha256])).toEqual([
    ['rvs_1/original-a', 1, 'hash'],
    ['rvs_1/embed-b', 2, null],
    ['rvs_1/poster-original-c', null, null],
    ['rvs_1/poster-d', 3, null],
    ['rvs_1/context-e', 4, null],
  ])
})

it('only blob keys that no row contains are unreferenced', () => {
  const keys = [...blobKeyColumns.revision.map(each => revision[each]), 'thr_1/frame-f', 'rvs_1/original-z']
  expect(
    unreferencedAmong(keys, {
      revisions: [revision],
      threads: [{ frameKey: 'thr_1/frame-f' }],
      commentImages: [],
      avatars: [],
    }),
  ).toEqual(['rvs_1/original-z'])
})
