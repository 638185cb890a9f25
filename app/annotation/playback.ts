/** Speeds that repeated J or L go through. */
const GEARS = [1, 2, 4] as const
/** Rates that recordings are made at; a measured one is taken for the nearest of them. */
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
/** What is assumed before anything was measured. */
export const ASSUMED_RATE = 30

/**
 * The speed after J, K or L: forwards or backwards, faster each time, one step from the other direction; 0
 * stands still.
 */
export function shuttle(speed: number, key: 'back' | 'stop' | 'forward'): number {
  if (key === 'stop') return 0
  const sign = key === 'forward' ? 1 : -1
  const before = speed * sign
  return sign * (before <= 0 ? 1 : (GEARS.find(gear => gear > before) ?? GEARS[GEARS.length - 1] ?? 1))
}

/**
 * Frames a second, from the times (seconds) of frames that were shown one after another. Browsers skip frames
 * but never invent any, so the short distances count. {@link ASSUMED_RATE} while there are too few.
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

/** Frames a second when one lasts so many seconds. */
export function rateOf(typical: number): number {
  const nearest =
    COMMON_RATES.toSorted((a, b) => Math.abs(a * typical - 1) - Math.abs(b * typical - 1))[0] ?? ASSUMED_RATE
  return Math.abs(nearest * typical - 1) < 0.04 ? nearest : 1 / typical
}
