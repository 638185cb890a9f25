import { describe, expect, it } from 'vitest'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Comparison } from '#shared/contract/comparison'
import { choosePartner, modesOf, orderPair, partnersOf, variationsOf, type Side } from '~/compare/pair'
import { earlierPicture, earlierRevisionId, stateBefore } from '~/evidence/earlier-picture'
import { sideLabel } from '~/compare/side-names'

const revision = (artifact: string, index: number, more: Partial<Revision> = {}): Revision => ({
  id: `rvs_${artifact}${index}`,
  index,
  mime: 'image/png',
  bytes: 1,
  width: 10,
  height: 10,
  durationMs: null,
  embedUrl: 'https://x.test/e/1',
  posterUrl: null,
  downloadUrl: null,
  mediaState: 'active',
  mediaExpiresAt: null,
  mediaDeletesAt: null,
  roundId: null,
  isBefore: false,
  description: null,
  route: null,
  viewport: null,
  commit: null,
  scenario: null,
  completedAt: '2026-01-01T00:00:00.000Z',
  change: null,
  baseline: null,
  differsFromItself: false,
  posterIsFrame: false,
  hasContext: false,
  ...more,
})
const artifact = (name: string, revisions: Revision[], more: Partial<Artifact> = {}): Artifact => ({
  id: `art_${name}`,
  kind: 'image',
  title: name,
  description: null,
  variationGroup: null,
  preferred: false,
  route: null,
  viewport: null,
  commit: null,
  scenario: null,
  status: 'ready',
  url: 'https://x.test',
  markdown: '',
  latestEmbedUrl: null,
  latestPosterUrl: null,
  currentRevision: revisions.at(-1) ?? null,
  revisions,
  threadCounts: { open: 0, addressed: 0, resolved: 0, total: 0 },
  approval: null,
  endedApproval: null,
  ...more,
})
const side = (of: Artifact, index: number): Side => ({
  artifact: of,
  revision: of.revisions.find(each => each.index === index) ?? revision('none', 0),
})
const ids = (sides: Side[]) => sides.map(each => each.revision.id)

const one = artifact('a', [revision('a', 1), revision('a', 2), revision('a', 3)], {
  variationGroup: 'header',
})
const two = artifact('b', [revision('b', 1), revision('b', 2)], { variationGroup: 'header' })
const alone = artifact('c', [revision('c', 1)])
const all = [one, two, alone]

/** Returns fields of a revision that differs from the accepted revision with this id. */
const changedFrom = (id: string, more: Partial<Comparison> = {}, pictureUrl: string | null = null) => ({
  baseline: {
    status: 'changed' as const,
    changedPercent: 3,
    boxes: [],
    against: {
      ...{ revisionId: id, reviewId: 'rev_1', url: '', pictureUrl },
      ...{ width: 10, height: 10, durationMs: null },
    },
    ...more,
  },
})

describe('an image and its comparison', () => {
  it('an image can be compared with its revisions, newest first, then with current variations', () => {
    expect(ids(partnersOf(side(one, 2), all))).toEqual(['rvs_a3', 'rvs_a1', 'rvs_b2'])
    expect(partnersOf(side(alone, 1), all)).toEqual([])
  })

  it('an accepted revision of another review is listed after own revisions, and shown on the left', () => {
    const accepted = revision('x', 0)
    const shown = side(one, 3)
    const partners = partnersOf(shown, all, accepted)
    expect(ids(partners)).toEqual(['rvs_a2', 'rvs_a1', 'rvs_x0', 'rvs_b2'])
    const partner = choosePartner(shown, partners, 'rvs_x0') as Side
    expect(ids(orderPair(shown, partner))).toEqual(['rvs_x0', 'rvs_a3'])
    expect(sideLabel(partner, shown, undefined)).toBe('Accepted')
    const single = partnersOf(side(alone, 1), all, accepted)
    expect(choosePartner(side(alone, 1), single, null)?.revision.id).toBe('rvs_x0')
    expect(partnersOf(side(alone, 1), all, revision('x', 0, { mediaState: 'expired' }))).toEqual([])
  })

  it('an image is compared by default with the accepted revision that it changes', () => {
    const accepted = revision('x', 0)
    const changes = (status: 'changed' | 'same') => ({
      baseline: {
        ...{ status, changedPercent: status === 'same' ? 0 : 4, boxes: [] },
        against: {
          ...{ revisionId: 'rvs_x0', reviewId: 'rev_0', url: '', pictureUrl: null },
          ...{ width: 10, height: 10, durationMs: null },
        },
      },
    })
    const partnerOf = (index: number, of: Artifact, wanted: string | null = null) =>
      choosePartner(side(of, index), partnersOf(side(of, index), [of], accepted), wanted)?.revision.id
    const changed = artifact('h', [
      revision('h', 1, changes('changed')),
      revision('h', 2, changes('changed')),
    ])
    expect(partnerOf(2, changed)).toBe('rvs_x0')
    expect(partnerOf(2, changed, 'rvs_h1')).toBe('rvs_h1')
    expect(partnerOf(1, changed)).toBe('rvs_h2')
    const same = artifact('h', [revision('h', 1), revision('h', 2, changes('same'))])
    expect(partnerOf(2, same)).toBe('rvs_h1')
  })

  it('an image cannot be compared with a video, an incomplete revision or expired media', () => {
    const mixed = artifact('d', [
      revision('d', 1, { mediaState: 'expired', embedUrl: null }),
      revision('d', 2),
      revision('d', 3, { completedAt: null }),
    ])
    expect(partnersOf(side(mixed, 2), [mixed])).toEqual([])
    const film = artifact('e', [revision('e', 1), revision('e', 2)], {
      kind: 'video',
      variationGroup: 'header',
    })
    expect(ids(partnersOf(side(film, 2), [film, two]))).toEqual(['rvs_e1'])
    expect(ids(partnersOf(side(two, 2), [film, two]))).toEqual(['rvs_b1'])
  })

  it('an image is compared with the requested image, or by default with a revision or variation', () => {
    const choose = (shown: Side, wanted: string | null = null) =>
      choosePartner(shown, partnersOf(shown, all), wanted)?.revision.id
    expect([
      choose(side(one, 3)),
      choose(side(one, 2)),
      choose(side(one, 1)),
      choose(side(one, 3), 'rvs_b2'),
      choose(side(one, 3), 'rvs_gone'),
    ]).toEqual(['rvs_a2', 'rvs_a3', 'rvs_a3', 'rvs_b2', 'rvs_a2'])
    const single = artifact('f', [revision('f', 1)], { variationGroup: 'header' })
    const shown = side(single, 1)
    expect(choosePartner(shown, partnersOf(shown, [single, two]), null)?.revision.id).toBe('rvs_b2')
    expect(choosePartner(side(alone, 1), [], null)).toBeUndefined()
    // If there are several variations, a variation with the same width is preferred.
    const phone = artifact('g', [revision('g', 1, { width: 4 })], { variationGroup: 'header' })
    const partners = partnersOf(shown, [single, phone, two])
    expect(ids(partners)).toEqual(['rvs_g1', 'rvs_b2'])
    expect(choosePartner(shown, partners, null)?.revision.id).toBe('rvs_b2')
    expect(choosePartner(shown, partnersOf(shown, [single, phone]), null)?.revision.id).toBe('rvs_g1')
  })

  it('an image can be compared in every mode, and a video in every mode except “difference”', () => {
    expect(modesOf('image')).toEqual(['side-by-side', 'swipe', 'onion-skin', 'difference'])
    expect(modesOf('video')).toEqual(['side-by-side', 'swipe', 'onion-skin'])
  })

  it('a comparison shows the older revision on the left, and another variation on the right', () => {
    expect(ids(orderPair(side(one, 2), side(one, 1)))).toEqual(['rvs_a1', 'rvs_a2'])
    expect(ids(orderPair(side(one, 1), side(one, 2)))).toEqual(['rvs_a1', 'rvs_a2'])
    expect(ids(orderPair(side(two, 2), side(one, 3)))).toEqual(['rvs_b2', 'rvs_a3'])
  })

  it('a compared image is labeled with its revision, and a variation is labeled with its title', () => {
    const latest = one.revisions.at(-1)
    expect([
      sideLabel(side(one, 3), side(one, 1), latest),
      sideLabel(side(one, 1), side(one, 3), latest),
      sideLabel(side(two, 2), side(one, 1), latest),
    ]).toEqual(['r3 · latest', 'r1', 'b'])
    const same = { ...two, title: one.title, scenario: 'empty' }
    expect(sideLabel(side(same, 2), side(one, 1), latest)).toBe(`${one.title} · empty`)
  })
})

it('variations are the artifacts of one variation group', () => {
  expect(variationsOf(one, all).map(each => each.id)).toEqual(['art_a', 'art_b'])
  expect(variationsOf(alone, all)).toEqual([])
})

describe('a state before the change', () => {
  const before = (index: number, more: Partial<Revision> = {}) =>
    revision('g', index, { isBefore: true, ...more })
  const gone = (each: Revision): Revision => ({ ...each, mediaState: 'expired', embedUrl: null })

  it('stateBefore returns the last complete `isBefore` revision before the current one, if shown', () => {
    const stateOf = (...revisions: Revision[]) =>
      stateBefore(artifact('g', revisions, { currentRevision: revisions.findLast(each => each.completedAt) }))
    expect(stateOf(before(1), revision('g', 2))?.index).toBe(1)
    expect(stateOf(before(1), revision('g', 2, { completedAt: null }), revision('g', 3))?.index).toBe(1)
    expect(stateOf(before(1), revision('g', 2), revision('g', 3))?.index).toBe(1)
    expect(stateOf(before(1), revision('g', 2), before(3), revision('g', 4), revision('g', 5))?.index).toBe(3)
    expect(stateOf(before(1), before(2))).toBeUndefined()
    expect(stateOf(before(1, { mediaState: 'expired', embedUrl: null }), revision('g', 2))).toBeUndefined()
    expect(stateOf(before(1, { completedAt: null }), revision('g', 2))).toBeUndefined()
    expect(stateOf(revision('g', 1))).toBeUndefined()
    expect(stateOf()).toBeUndefined()
  })

  it('a later revision is compared by default with the last `isBefore` revision before it', () => {
    const of = artifact('g', [before(1), revision('g', 2), before(3), revision('g', 4), revision('g', 5)])
    const partnerOf = (index: number, wanted: string | null = null) =>
      choosePartner(side(of, index), partnersOf(side(of, index), [of]), wanted)?.revision.index
    expect([1, 2, 3, 4, 5].map(index => partnerOf(index))).toEqual([5, 1, 5, 3, 3])
    expect(partnerOf(5, 'rvs_g4')).toBe(4)
    const expired = { ...of, revisions: of.revisions.map(each => (each.index === 3 ? gone(each) : each)) }
    const shown = side(expired, 5)
    expect(choosePartner(shown, partnersOf(shown, [expired]), null)?.revision.index).toBe(4)
  })

  it('the labels of an `isBefore` revision and its direct successor are “Before” and “After”', () => {
    const labels = (...revisions: Revision[]) => {
      const of = artifact('g', revisions, { currentRevision: revisions.at(-1) })
      return of.revisions.map(({ index }) => sideLabel(side(of, index), side(of, 1), revisions.at(-1)))
    }
    expect(labels(before(1), revision('g', 2))).toEqual(['Before', 'After'])
    expect(labels(revision('g', 1), before(2), revision('g', 3))).toEqual(['r1', 'Before', 'After'])
    expect(labels(before(1), revision('g', 2), revision('g', 3))).toEqual(['Before', 'r2', 'r3 · latest'])
    expect(labels(before(1), before(2), revision('g', 3))).toEqual(['r1 · before', 'Before', 'After'])
    expect(labels(before(1), revision('g', 2), before(3))).toEqual(['r1 · before', 'r2', 'r3 · before'])
  })

  it('the earlier picture is the state before the change, or else the accepted revision', () => {
    const pictureOf = (...revisions: Revision[]) => earlierPicture(artifact('g', revisions))
    const own = 'https://x.test/e/1'
    const foreign = 'https://x.test/e/9'
    const accepted = { address: own, is: 'accepted' }
    expect(pictureOf(before(1), revision('g', 2, changedFrom('rvs_g1')))).toEqual({
      address: own,
      is: 'before',
    })
    expect(pictureOf(before(1), revision('g', 2), revision('g', 3))).toEqual({ address: own, is: 'before' })
    expect(pictureOf(revision('g', 1), revision('g', 2, changedFrom('rvs_g1')))).toEqual(accepted)
    expect(
      pictureOf(revision('g', 1), revision('g', 2, changedFrom('rvs_g1', { status: 'same' }))),
    ).toBeUndefined()
    expect(pictureOf(revision('g', 1, changedFrom('rvs_other', {}, foreign)))).toEqual({
      address: foreign,
      is: 'accepted',
    })
    expect(pictureOf(revision('g', 1, changedFrom('rvs_other')))).toBeUndefined()
    expect(pictureOf(revision('g', 1), revision('g', 2))).toBeUndefined()
    const expired = revision('g', 1, { mediaState: 'expired', embedUrl: null })
    expect(pictureOf(expired, revision('g', 2, changedFrom('rvs_g1')))).toBeUndefined()
  })

  it('evidence opens with its `isBefore` revision, or else with the accepted one it differs from', () => {
    const openedWith = (...revisions: Revision[]) =>
      earlierRevisionId(artifact('g', revisions, { currentRevision: revisions.at(-1) }))
    expect(openedWith(before(1), revision('g', 2, changedFrom('rvs_9')))).toBe('rvs_g1')
    expect(openedWith(before(1), revision('g', 2), revision('g', 3))).toBe('rvs_g1')
    expect(openedWith(revision('g', 1), revision('g', 2, changedFrom('rvs_g1')))).toBe('rvs_g1')
    expect(openedWith(revision('g', 1, changedFrom('rvs_9')))).toBe('rvs_9')
    const expired = revision('g', 1, { mediaState: 'expired', embedUrl: null })
    expect(openedWith(expired, revision('g', 2, changedFrom('rvs_g1')))).toBeUndefined()
    expect(openedWith(revision('g', 1, changedFrom('rvs_9', { status: 'same' })))).toBeUndefined()
    // For a recording, only the bytes are compared, so the share of changed pixels is null.
    expect(openedWith(revision('g', 1, changedFrom('rvs_9', { changedPercent: null })))).toBeUndefined()
    expect(openedWith(revision('g', 1), revision('g', 2))).toBeUndefined()
  })
})
