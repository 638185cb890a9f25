import { describe, expect, it } from 'vitest'
import { judgeClock } from '~~/server/operate/doctor/check-database'
import { judgeSpace } from '~~/server/operate/doctor/check-files'
import { withoutPassword } from '~~/server/operate/format'
import { tablesOf } from '~~/server/operate/instance/tables'

const MIB = 1024 ** 2

describe('the doctor', () => {
  it.each([
    [128 * MIB - 1, 'problem'],
    [128 * MIB, 'warning'],
    [1024 * MIB - 1, 'warning'],
    [1024 * MIB, 'ok'],
  ])('judges %i free bytes as %s', (free, level) => {
    expect(judgeSpace('DATA_DIR', free).level).toBe(level)
  })

  it.each([
    [5000, 'ok'],
    [-5000, 'ok'],
    [5001, 'warning'],
    [-60_000, 'warning'],
    [60_001, 'problem'],
  ])('judges a clock that is %i ms ahead as %s', (ahead, level) => {
    expect(judgeClock(ahead, 'another').level).toBe(level)
  })
})

describe('the tables that commands copy', () => {
  it('are the same on both databases, with the same columns and keys', () => {
    const shapes = (['sqlite', 'postgres'] as const).map(dialect =>
      tablesOf(dialect).map(({ name, columns, key }) => ({ name, columns: Object.keys(columns), key })),
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect(shapes[0]?.every(({ key }) => key.length > 0)).toBe(true)
  })
})

it('addresses are shown without their password', () => {
  expect(withoutPassword('postgres://ann:pa%40ss@db:5432/x?sslmode=require')).toBe(
    'postgres://ann:***@db:5432/x?sslmode=require',
  )
  expect(withoutPassword('postgres://db/x?password=secret')).toBe('postgres://db/x?password=***')
})
