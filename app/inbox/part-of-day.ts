/** Returns the part of the day to greet a person with. `hour`: the hour of their clock, from 0 to 23. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}
