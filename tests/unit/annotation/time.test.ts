import { describe, expect, it } from 'vitest'
import {
  clusterMarkers,
  formatMoment,
  formatTimecode,
  frameTime,
  isAtMoment,
  markerPosition,
  parseTimecode,
  stepFrame,
} from '~/annotation/time'
import { seeded } from '../../support/seeded'

describe('timecodes', () => {
  it('timecodes contain hours only if the time is at least one hour', () => {
    expect([7250, 3_723_040, 0, -5, 59_999.6].map(formatTimecode)).toEqual([
      '0:07.250',
      '1:02:03.040',
      '0:00.000',
      '0:00.000',
      '1:00.000',
    ])
  })

  it('parsing a formatted timecode returns the original time', () => {
    const random = seeded(17)
    for (let i = 0; i < 1000; i++) {
      const ms = Math.floor(random() * 10 ** (1 + (i % 8)))
      expect(parseTimecode(formatTimecode(ms))).toBe(ms)
    }
  })

  it('timecodes are parsed in the forms that people type', () => {
    expect(['7', '7.25', '0:07', ' 90:00 ', '1:02:03.0405', '75'].map(parseTimecode)).toEqual([
      7000, 7250, 7000, 5_400_000, 3_723_041, 75_000,
    ])
  })

  it('parsing an invalid timecode returns null', () => {
    for (const text of [
      '',
      ':',
      'soon',
      '1:60',
      '1:75:00',
      '-1',
      '1:2:3:4',
      '1.',
      '.5',
      '1e3',
      '9'.repeat(20),
    ])
      expect(parseTimecode(text), text).toBeNull()
  })
})

describe('frames', () => {
  it('a frame step moves a video by exactly one frame in either direction, at every frame rate', () => {
    for (const fps of [23.976, 24, 25, 29.97, 30, 50, 59.94, 60]) {
      let ms = 0
      for (let frame = 1; frame <= 2000; frame++) {
        ms = stepFrame(ms, fps, 1)
        expect(Math.floor((ms * fps) / 1000 + 1e-6)).toBe(frame)
      }
      for (let frame = 1999; frame >= 0; frame--) ms = stepFrame(ms, fps, -1)
      expect(ms).toBe(0)
    }
  })

  it('a frame step starts at the beginning of the shown frame, even if the time is later in it', () => {
    expect([stepFrame(50, 30, 1), stepFrame(50, 30, -1)]).toEqual([67, 0])
  })

  it('a frame step stops at the start and at the end of the video', () => {
    expect([stepFrame(0, 30, -1), stepFrame(1990, 30, 1, 2000), stepFrame(2000, 30, 1, 2000)]).toEqual([
      0, 2000, 2000,
    ])
  })
})

describe('markers', () => {
  it('the marker of a comment is at the comment’s time, or at the start if the length is unknown', () => {
    expect([
      markerPosition(500, 2000),
      markerPosition(3000, 2000),
      markerPosition(500, 0),
      markerPosition(500, Number.NaN),
    ]).toEqual([0.25, 1, 0, 0])
  })

  it('markers on the time bar that are too close to distinguish are merged into one', () => {
    const markers = [
      { id: 'c', ms: 900 },
      { id: 'a', ms: 100 },
      { id: 'b', ms: 105 },
    ]
    const clusters = clusterMarkers(markers, 1000, 400, 8)
    expect(clusters.map(each => [each.position, each.markers.map(marker => marker.id).join('')])).toEqual([
      [0.1, 'ab'],
      [0.9, 'c'],
    ])
    expect(clusterMarkers(markers, 1000, 4000, 8)).toHaveLength(3)
  })

  it('merged time bar markers keep a gap and contain all markers, and a long row is not one cluster', () => {
    const random = seeded(19)
    const markers = Array.from({ length: 500 }, (_, id) => ({ id, ms: random() * 60_000 }))
    const clusters = clusterMarkers(markers, 60_000, 800, 10)
    expect(clusters.flatMap(each => each.markers)).toHaveLength(500)
    expect(clusters.length).toBeGreaterThan(40)
    clusters
      .slice(1)
      .forEach((each, index) =>
        expect((each.position - (clusters[index]?.position ?? 0)) * 800).toBeGreaterThanOrEqual(10),
      )
  })
})

describe('the video time of a comment', () => {
  it('a video time is formatted as one timecode, and a range as two timecodes', () => {
    expect(formatMoment(7250)).toBe('0:07.250')
    expect(formatMoment(7250, null)).toBe('0:07.250')
    expect(formatMoment(7250, 12_000)).toBe('0:07.250–0:12.000')
  })

  it('a comment on a range opens at the frame of its shapes, or without shapes at the first frame', () => {
    expect(frameTime({ timestampMs: null, frameMs: null })).toBeNull()
    expect(frameTime({ timestampMs: 400 })).toBe(400)
    expect(frameTime({ timestampMs: 400, frameMs: null })).toBe(400)
    expect(frameTime({ timestampMs: 0, frameMs: 1200 })).toBe(1200)
    expect(frameTime({ timestampMs: 400, frameMs: 0 })).toBe(0)
  })

  it('a comment is shown up to half a frame before and after its video time or range', () => {
    const shownAt = (moment: Parameters<typeof isAtMoment>[0], times: number[]) =>
      times.map(ms => isAtMoment(moment, ms, 25))
    expect(shownAt({ timestampMs: 400 }, [379, 380, 400, 420, 421])).toEqual([false, true, true, true, false])
    expect(shownAt({ timestampMs: 400, endMs: 900 }, [379, 380, 650, 920, 921])).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(shownAt({ timestampMs: null }, [0])).toEqual([false])
    expect([449, 450, 550, 551].map(ms => isAtMoment({ timestampMs: 500 }, ms, 0.5))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
