/**
 * The values that decide whether a response has changed: whenever the response changes, at least one of them
 * changes too.
 */
export type Validators = readonly (string | number | null)[]
