import { expect, it } from 'vitest'
import type { Draft } from '~/review-state/use-draft'
import { revisionNotice } from '~/compare-stage/revision-notice'
import { artifact, thread } from '../../support/dom/fixtures'

const evidence = artifact('a', 4)
const at = (
  index: number,
  threads: ReturnType<typeof thread>[] = [],
  unsent: Draft[] = [],
  selected?: ReturnType<typeof thread>,
  isCarried = (_: ReturnType<typeof thread>) => false,
) =>
  revisionNotice({
    artifact: evidence,
    shown: evidence.revisions.find(each => each.index === index),
    latest: evidence.revisions.at(-1),
    threads,
    unsent,
    selected,
    isCarried,
  })

it('the revision notice states that an older revision is shown, with and without comments', () => {
  expect(at(1, [thread('1')])).toEqual({ type: 'older', text: 'Viewing r1 of 4' })
  expect(at(3)).toEqual({ type: 'older', text: 'Viewing r3 of 4' })
})

it('the revision notice states “before the fix” on the revision of a selected, fixed comment', () => {
  const fixed = thread('1', { revision: 1, status: 'addressed' })
  expect(at(1, [fixed], [], fixed)).toEqual({ type: 'older', text: 'r1, before the fix' })
  expect(at(2, [fixed], [], fixed)?.text).toBe('Viewing r2 of 4')
  for (const other of [
    { ...fixed, status: 'open' as const },
    { ...fixed, artifactId: 'art_b' },
  ])
    expect(at(1, [other], [], other)?.text).toBe('Viewing r1 of 4')
})

it('the revision notice lists the older revisions with comments that are not fixed', () => {
  expect(at(4)).toBeNull()
  const one = thread('1', { revision: 3 })
  expect(at(4, [one])).toEqual({ type: 'comments', text: '1 comment not fixed on r3', first: one })
  const more = [one, thread('2', { revision: 1 }), thread('3', { revision: 3 }), thread('4', { revision: 2 })]
  expect(at(4, more.slice(0, 3))?.text).toBe('3 comments not fixed on r1 and r3')
  expect(at(4, more)?.text).toBe('4 comments not fixed on r1, r2 and r3')
})

it('the revision notice does not count comments whose spots are shown on this revision', () => {
  const [one, two] = [thread('1', { revision: 3 }), thread('2', { revision: 1 })]
  expect(at(4, [one, two], [], undefined, each => each === one)?.text).toBe('1 comment not fixed on r1')
  expect(at(4, [one, two], [], undefined, () => true)).toBeNull()
})

it('the revision notice ignores fixed comments, and comments on this revision or other evidence', () => {
  expect(
    at(4, [
      thread('1', { revision: 4 }),
      thread('2', { artifactId: 'art_b' }),
      thread('3', { artifactId: null, revision: null }),
      thread('4', { status: 'addressed' }),
      thread('5', { status: 'resolved' }),
    ]),
  ).toBeNull()
})

it('the revision notice shows an unsent comment on another revision instead of other notices', () => {
  const unsent = (index: number, artifactId = evidence.id): Draft => ({
    artifactId,
    revisionId: evidence.revisions.find(each => each.index === index)?.id ?? '',
    shape: { kind: 'point', geometry: { x: 0.5, y: 0.5 } },
    timestampMs: null,
  })
  const left = unsent(1)
  expect(at(4, [thread('1', { revision: 3 })], [left])).toEqual({
    type: 'unsent',
    text: 'Unsent comment on r1',
    unsent: left,
  })
  expect(at(1, [], [left])?.text).toBe('Unsent comment')
  expect(at(4, [], [unsent(1, 'art_b')])).toBeNull()
})
