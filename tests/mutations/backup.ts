import type { Fault } from './fault.ts'

const tests = ['tests/api/operate/backup.test.ts'] as const

/** Faults of backup, restore and move: what an operator trusts without looking. */
export const backup: Fault[] = [
  {
    id: 'damaged-database-restores',
    file: 'server/operate/backup/verify.ts',
    search: '(await sha256OfStream(stream)) !== sha256',
    replace: '(await sha256OfStream(stream)) === ""',
    tests,
    why: 'Rows that a disk changed are restored as if they were right.',
  },
  {
    id: 'damaged-blob-restores',
    file: 'server/operate/blobs/copy.ts',
    search: 'sha256 !== expected.sha256 || ',
    replace: '',
    tests,
    why: 'Evidence that a disk changed is restored as if it were right.',
  },
  {
    id: 'needed-blobs-pruned',
    file: 'server/operate/backup/prune.ts',
    search: 'of.every(position => position >= kept.length)',
    replace: 'of.some(position => position >= kept.length)',
    tests,
    why: 'The second backup deletes the evidence of the first.',
  },
  {
    id: 'pruned-blobs-stay',
    file: 'server/operate/backup/prune.ts',
    search: 'await place.blobs.removeItem(key)',
    replace: 'continue',
    tests,
    why: 'A backup grows for ever, and keeps what people deleted.',
  },
  {
    id: 'restore-into-used-place',
    file: 'server/operate/instance/target.ts',
    search: 'if ((await countRows(session.db, table)) > 0) return table.name',
    replace: '',
    tests,
    why: 'A restore into an instance that is used mixes both.',
  },
  {
    id: 'move-beside-server',
    file: 'server/operate/move/run.ts',
    search: 'return lockDatabase(address.file)',
    replace: 'return () => {}',
    tests: ['tests/api/operate/move.test.ts'],
    why: 'What people store during a move is lost.',
  },
  {
    id: 'missing-original-unnoticed',
    file: 'server/operate/doctor/check-blobs.ts',
    search: "...say('problem', lost,",
    replace: "...say('ok', lost,",
    tests: ['tests/api/operate/doctor.test.ts'],
    why: 'The doctor finds lost evidence in order.',
  },
  {
    id: 'flipped-byte-unnoticed',
    file: 'server/operate/doctor/check-blobs.ts',
    search: 'sum?.sha256 !== blob.sha256 &&',
    replace: 'sum === null &&',
    tests: ['tests/api/operate/doctor.test.ts'],
    why: 'The doctor finds evidence that a disk changed in order.',
  },
  {
    id: 'damaged-evidence-backed-up-silently',
    file: 'server/operate/backup/copy-blobs.ts',
    search: 'if (!isRight(blob, sum)) result.damaged.push(blob)',
    replace: '',
    tests: ['tests/api/operate/damage.test.ts'],
    why: 'A backup of damaged evidence ends as if it were right.',
  },
  {
    id: 'one-generation-kept',
    file: 'server/operate/backup/prune.ts',
    search: 'manifests.slice(-keep)',
    replace: 'manifests.slice(-1)',
    tests: ['tests/api/operate/generations.test.ts'],
    why: 'Only the newest backup remains, although more were asked for.',
  },
]
