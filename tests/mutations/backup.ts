import type { Fault } from './fault.ts'

const tests = ['tests/api/operate/backup.test.ts'] as const

/** Faults of backup, restore and move: what an operator trusts without looking. */
export const backup: Fault[] = [
  {
    id: 'damaged-database-restores',
    file: 'server/operate/restore/check.ts',
    search: '(await sha256OfFile(path)) !== sha256',
    replace: '(await sha256OfFile(path)) === ""',
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
    search: 'for (const { key } of page) found.delete(key)',
    replace: '',
    tests,
    why: 'The second backup deletes the evidence of the first.',
  },
  {
    id: 'pruned-blobs-stay',
    file: 'server/operate/backup/prune.ts',
    search: 'for (const key of found.keys()) await target.removeItem(key)',
    replace: '',
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
]
