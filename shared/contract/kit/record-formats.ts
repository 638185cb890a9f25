/** The formats in which records are exported: a table (RFC 4180), or one record as JSON in each line. */
export const recordFormats = ['csv', 'jsonl'] as const
export type RecordFormat = (typeof recordFormats)[number]
