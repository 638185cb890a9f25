import { describe, expect, it } from 'vitest'
import { checkMigrations, clockFinding } from '~~/server/operate/doctor/check-database'
import { spaceFinding } from '~~/server/operate/doctor/check-files'
import { withoutPassword } from '~~/server/operate/format'
import { tablesOf } from '~~/server/operate/instance/tables'
import { postgresMigrations, withLaterMigration } from '../../support/data/migrations'

const MIB = 1024 ** 2
const { entries } = JSON.parse(postgresMigrations['meta/_journal.json'] ?? '') as {
  entries: { when: number }[]
}
const baselineAt = entries[0]?.when ?? 0
const newestAt = entries.at(-1)?.when ?? 0

describe('the command `doctor`', () => {
  it.each([
    [128 * MIB - 1, 'problem'],
    [128 * MIB, 'warning'],
    [1024 * MIB - 1, 'warning'],
    [1024 * MIB, 'ok'],
  ])('`doctor` judges %i free bytes as %s', (free, level) => {
    expect(spaceFinding('DATA_DIR', free).level).toBe(level)
  })

  it.each([
    [5000, 'ok'],
    [-5000, 'ok'],
    [5001, 'warning'],
    [-60_000, 'warning'],
    [60_001, 'problem'],
  ])('`doctor` judges a clock that is %i ms ahead as %s', (ahead, level) => {
    expect(clockFinding(ahead, 'another').level).toBe(level)
  })

  it('`doctor` lists the migrations of the next start, and the dump command for PostgreSQL', () => {
    const later = withLaterMigration(postgresMigrations, 'SELECT 1')
    const url = 'postgres://u:hidden@127.0.0.1/x'
    const { level, text } = checkMigrations({ migratedAt: newestAt }, later, { dialect: 'postgres', url })
    expect([level, text]).toEqual(['warning', expect.stringMatching(/^pending: 0099_later; the next start/)])
    expect(text).toMatch(/dump the database before: pg_dump .+ 'postgres:\/\/u@127\.0\.0\.1\/x'$/)
  })

  it.each([
    ['older than the baseline', baselineAt - 1, 'problem', 'start the version of commit'],
    ['the newest one', newestAt, 'ok', 'all are applied'],
    ['newer than the newest one', newestAt + 1, 'problem', 'newer version of Exhibit'],
  ])('`doctor` judges a database whose last migration is %s', (_, migratedAt, level, words) => {
    expect(
      checkMigrations({ migratedAt }, postgresMigrations, {
        dialect: 'sqlite',
        file: '',
      }),
    ).toMatchObject({ level, text: expect.stringContaining(words) as string })
  })
})

describe('the tables that the operator commands copy', () => {
  it('the tables that the operator commands copy have the same columns and keys on both databases', () => {
    const shapes = (['sqlite', 'postgres'] as const).map(dialect =>
      tablesOf(dialect).map(({ name, columns, key }) => ({ name, columns: Object.keys(columns), key })),
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect(shapes[0]?.every(({ key }) => key.length > 0)).toBe(true)
  })
})

it('database URLs are shown without their passwords', () => {
  expect(withoutPassword('postgres://ann:pa%40ss@db:5432/x?sslmode=require')).toBe(
    'postgres://ann:***@db:5432/x?sslmode=require',
  )
  expect(withoutPassword('postgres://db/x?password=secret')).toBe('postgres://db/x?password=***')
})
