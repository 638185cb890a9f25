/** Adds a fault of a setting to the list of faults. The message states the problem and the remedy. */
export type Fail = (setting: string, message: string) => void

/**
 * Checks settings that only work as a group. If some settings of the group are set and others are not, adds a
 * fault for each missing setting.
 */
export function requireAllOrNone<Key extends string>(
  value: Partial<Record<Key, unknown>>,
  keys: readonly Key[],
  effect: string,
  fail: Fail,
): void {
  const missing = keys.filter(key => value[key] === undefined)
  if (missing.length === 0 || missing.length === keys.length) return
  const all = keys.length === 2 ? `${keys.join(' and ')} are both` : `${keys.join(', ')} are all`
  for (const key of missing) fail(key, `is needed too: ${effect} when ${all} set`)
}
