import { expect, it } from 'vitest'
import type { Mp4Track } from '~~/server/media/video/mp4-structure'
import { shownSamples, type Sample } from '~~/server/media/video/shown-samples'
import { seeded } from '../../support/seeded'

/**
 * The number of time units per second of the track, and of the movie. Two edits are one part if the gap
 * between them is at most one unit of the movie.
 */
const [TIMESCALE, MOVIE] = [1000, 4000]

/** Returns a sound track without fragments that shows the given parts of its media. */
const sound = (edits: Mp4Track['edits']): Mp4Track => ({
  ...{ id: 1, handler: 'soun', timescale: TIMESCALE, edits, tableSamples: 0, tableDuration: 0 },
  ...{ fragmentSamples: 0, untimedFragments: 0, isEnabled: true, header: null, description: null },
})

/** Returns packets of sound of one time unit each. */
const packets = (count: number): Sample[] =>
  Array.from({ length: count }, (_, time) => ({ time, duration: 1, isKey: true }))

it('each packet of sound is shown in the part of the edit list that contains its middle', () => {
  const random = seeded(5)
  const upTo = (limit: number) => Math.floor(random() * limit)
  for (let round = 0; round < 200; round++) {
    const edits = Array.from({ length: 1 + upTo(6) }, () => ({
      mediaTime: upTo(40),
      duration: 4 * (1 + upTo(8)),
    }))
    const containing = packets(50).map(({ time }) =>
      edits.filter(({ mediaTime, duration }) => time >= mediaTime && time < mediaTime + duration / 4),
    )
    const show = () => shownSamples(packets(50), sound(edits), MOVIE)
    // Edits that follow each other without a gap are one part, so the same packet may be in two of them only
    // if they overlap.
    if (containing.some(each => each.length > 1)) expect(show).toThrow('more than once')
    else expect(show().map(each => each !== null)).toEqual(containing.map(each => each.length === 1))
  }
})

it('750,000 packets and 10,000 edits do not take time for each packet and each edit', () => {
  const edits = Array.from({ length: 10_000 }, (_, i) => ({ mediaTime: i * 75, duration: 200 }))
  const shown = shownSamples(packets(750_000), sound(edits), MOVIE)
  expect(shown.filter(each => each !== null)).toHaveLength(500_000)
})
