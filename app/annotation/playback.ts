/** The playback speeds that repeated presses of J or L go through. */
const GEARS = [1, 2, 4] as const
/** Common frame rates. A measured rate that is near one of them is rounded to it. */
const COMMON_RATES = [
  10,
  12,
  15,
  20,
  24_000 / 1001,
  24,
  25,
  30_000 / 1001,
  30,
  48,
  50,
  60_000 / 1001,
  60,
  90,
  120,
]
/** Frames per second that are assumed until the rate is measured. */
export const ASSUMED_RATE = 30

/**
 * Returns the playback speed after J, K or L is pressed. Each press of J or L in the same direction increases
 * the speed; a change of direction returns to normal speed. The speed is 0 while paused, and negative while
 * the video plays backwards.
 */
export function shuttle(speed: number, key: 'back' | 'stop' | 'forward'): number {
  if (key === 'stop') return 0
  const sign = key === 'forward' ? 1 : -1
  const before = speed * sign
  return sign * (before <= 0 ? 1 : (GEARS.find(gear => gear > before) ?? GEARS[GEARS.length - 1] ?? 1))
}

/**
 * Returns the frame rate of a video whose successive frames were presented at these times, in seconds.
 * Browsers skip frames but never add any, so the shorter intervals between frames are used. Returns {@link
 * ASSUMED_RATE} if there are too few times.
 */
export function frameRate(times: readonly number[]): number {
  const gaps = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? 0))
    .filter(gap => gap > 0.004 && gap < 0.2)
    .sort((a, b) => a - b)
  const typical = gaps[Math.floor(gaps.length / 4)]
  return typical === undefined || gaps.length < 6 ? ASSUMED_RATE : rateOf(typical)
}

/** Returns the frame rate of a video whose frames last `duration` seconds. */
export function rateOf(duration: number): number {
  const deviation = (rate: number) => Math.abs(rate * duration - 1)
  const nearest = COMMON_RATES.toSorted((a, b) => deviation(a) - deviation(b))[0] ?? ASSUMED_RATE
  return deviation(nearest) < 0.04 ? nearest : 1 / duration
}
