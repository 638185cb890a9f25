import { describe, expect, it } from 'vitest'
import { ASSUMED_RATE, frameRate, rateOf, shuttle } from '~/annotation/playback'
import { seeded } from '../../support/seeded'

const press = (...keys: ('back' | 'stop' | 'forward')[]) => keys.reduce(shuttle, 0)

describe('the keys J, K and L', () => {
  it('each press of J or L doubles the playback speed, up to four times the normal speed', () => {
    expect([
      press('forward'),
      press('forward', 'forward'),
      press('forward', 'forward', 'forward'),
      press('forward', 'forward', 'forward', 'forward'),
    ]).toEqual([1, 2, 4, 4])
    expect([press('back'), press('back', 'back', 'back', 'back')]).toEqual([-1, -4])
  })

  it('J and L immediately reverse the playback direction, and K pauses the video', () => {
    expect([
      press('forward', 'forward', 'back'),
      press('back', 'back', 'forward'),
      press('back', 'stop'),
    ]).toEqual([-1, 1, 0])
    expect([shuttle(0.5, 'forward'), shuttle(1.5, 'forward')]).toEqual([1, 2])
  })
})

describe('the frame rate of a video', () => {
  it('the frame rate of a video is rounded to a common rate that is close to it', () => {
    expect([rateOf(0.033), rateOf(0.04), rateOf(1 / 24), rateOf(1 / 60), rateOf(0.3)]).toEqual([
      30,
      25,
      24,
      60,
      1 / 0.3,
    ])
  })

  const shown = (rate: number, frames: number, skip = 0) => {
    const random = seeded(3)
    return Array.from({ length: frames }, (_, frame) => frame / rate).filter(() => random() >= skip)
  }

  it('the frame rate of a video is measured from frame times, even when frames are skipped', () => {
    for (const rate of [10, 24, 25, 30, 50, 60, 30_000 / 1001]) {
      expect(frameRate(shown(rate, 40))).toBeCloseTo(rate, 1)
      expect(frameRate(shown(rate, 60, 0.3))).toBeCloseTo(rate, 1)
    }
    expect(frameRate(shown(37, 40))).toBeCloseTo(37, 5)
  })

  it('the frame rate of a video has a default value until enough frame times are known', () => {
    expect([frameRate([]), frameRate(shown(60, 4)), frameRate([0, 0, 0, 5, 5, 9, 20, 21])]).toEqual([
      ASSUMED_RATE,
      ASSUMED_RATE,
      ASSUMED_RATE,
    ])
  })
})
