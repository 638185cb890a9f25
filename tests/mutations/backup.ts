import type { Fault } from './fault.ts'

const tests = ['tests/api/operate/backup.test.ts'] as const

/**
 * Faults in the commands backup, restore, move and doctor, whose results operators trust without checking
 * them.
 */
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
    why: 'A backup grows without end, and contains deleted evidence.',
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
    id: 'failed-copy-counts',
    file: 'server/db/sqlite/copy-database.ts',
    search: 'const unfinished = `${file}.copying`',
    replace: 'const unfinished = `${file}.before-copying`',
    tests: ['tests/unit/db/sqlite.test.ts'],
    why: 'The incomplete copy of a killed start replaces a whole one.',
  },
  {
    id: 'full-disk-keeps-server-down',
    file: 'server/db/sqlite/open.ts',
    search: '!isOutOfSpace(error) || !(await reserve.release())',
    replace: 'isOutOfSpace(error) || !(await reserve.release())',
    tests: ['tests/api/server/full-disk.test.ts'],
    why: 'On a full disk the server does not start, so that people cannot delete.',
  },
  {
    id: 'move-beside-server',
    file: 'server/operate/move/run.ts',
    search: 'return lockDatabase(address.file)',
    replace: 'return () => {}',
    tests: ['tests/api/operate/move.test.ts'],
    why: 'Changes that people make during a move are lost.',
  },
  {
    id: 'missing-original-unnoticed',
    file: 'server/operate/doctor/check-blobs.ts',
    search: "...say('problem', lost,",
    replace: "...say('ok', lost,",
    tests: ['tests/api/operate/doctor.test.ts'],
    why: 'The doctor reports missing evidence as in order.',
  },
  {
    id: 'flipped-byte-unnoticed',
    file: 'server/operate/doctor/check-blobs.ts',
    search: 'sum?.sha256 !== blob.sha256 &&',
    replace: 'sum === null &&',
    tests: ['tests/api/operate/damage.test.ts'],
    why: 'The doctor reports evidence that a disk changed as in order.',
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
  {
    id: 'outdated-database-migrated',
    file: 'server/db/migrations.ts',
    search: "if (lastApplied > 0 && lastApplied < oldest) return 'outdated'",
    replace: '',
    tests: ['tests/unit/db/sqlite.test.ts'],
    why: 'A database that is too old fails with an error of SQL instead of a line that says what to do.',
  },
]
