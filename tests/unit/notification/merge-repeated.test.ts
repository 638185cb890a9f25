import { expect, it } from 'vitest'
import type { Notification } from '#shared/contract/notification'
import { mergeRepeated } from '~/notification/merge-repeated'

const AT = '2026-06-01T09:00:00.000Z'
const of = (id: string, more: Partial<Notification> = {}): Notification => ({
  id: `ntf_${id}`,
  kind: 'evidence',
  actor: { type: 'agent', id: 'tok_1', name: 'ci-agent' },
  review: { id: 'rev_1', title: 'Totals wrap', projectName: 'Shop' },
  threadId: null,
  threadNumber: null,
  excerpt: null,
  evidence: null,
  createdAt: AT,
  read: false,
  ...more,
})
const idsOf = (notifications: Notification[]) => mergeRepeated(notifications).map(each => each.ids)

it('successive evidence notifications with the same agent and read state are merged into one row', () => {
  expect(idsOf([of('5'), of('4'), of('3', { read: true }), of('2', { read: true })])).toEqual([
    ['ntf_5', 'ntf_4'],
    ['ntf_3', 'ntf_2'],
  ])
  expect(idsOf([of('2'), of('1', { actor: { type: 'human', id: 'usr_1', name: 'Ann' } })])).toHaveLength(2)
})

it('a row of several notifications shows the newest evidence', () => {
  const added = (revision: number) => ({ evidence: { artifactId: 'art_1', title: 'Dashboard', revision } })
  const [row] = mergeRepeated([of('2', added(5)), of('1', added(4))])
  expect(row?.newest).toMatchObject({ id: 'ntf_2', ...added(5) })
})

it('successive notifications about comments that were marked as addressed are merged into one row', () => {
  const addressed = (id: string) => of(id, { kind: 'addressed', threadId: `thr_${id}` })
  expect(idsOf([addressed('3'), addressed('2'), of('1')])).toEqual([['ntf_3', 'ntf_2'], ['ntf_1']])
})

it('notifications of other kinds are merged neither with evidence nor with each other', () => {
  expect(idsOf([of('3'), of('2', { kind: 'mention' }), of('1')])).toHaveLength(3)
  expect(idsOf([of('2', { kind: 'verified' }), of('1', { kind: 'verified' })])).toHaveLength(2)
})
