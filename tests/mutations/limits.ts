import type { Fault } from './fault.ts'

export const limits: Fault[] = [
  {
    id: 'units-rounded-down',
    file: 'shared/plans.ts',
    search: 'Math.ceil((durationMs ?? 0) / 15_000)',
    replace: 'Math.floor((durationMs ?? 0) / 15_000)',
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'A recording of 29 seconds costs one unit instead of two.',
  },
  {
    id: 'unit-of-an-empty-video',
    file: 'shared/plans.ts',
    search: 'Math.max(1, Math.ceil(',
    replace: 'Math.max(0, Math.ceil(',
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'Videos without a length cost nothing.',
  },
]
