import { defineText } from './define-text'

/** The texts of `app/ui/format.ts`. */
export const text = defineText({
  time: {
    justNow: 'just now',
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    yesterday: 'yesterday',
    days: (count: number) => `${count} d`,
    /** In a sentence: `time` is one of those with a number. */
    ago: (time: string) => `${time} ago`,
    on: (date: string) => `on ${date}`,
  },
  setBy: (person: string, time: string) => `Set by ${person}, ${time}`,
  noVerdict: 'No verdict yet',
  /** Units of bytes, each 1024 times the one before. */
  byteUnits: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'],
  tooLong: (over: string, limit: string) => `${over} characters over the limit of ${limit}`,
})
