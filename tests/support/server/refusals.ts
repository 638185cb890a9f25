import { expect } from 'vitest'

/**
 * An error response as a pattern for `toMatchObject`. `field`: the name of the field at fault, which is
 * compared only if it is given.
 */
export const refused = (status: number, error: string, field?: string | null) => ({
  status,
  body: { statusCode: status, data: { error, ...(field !== undefined && { field }) } },
})

/** An error response with a hint, as a pattern for `toMatchObject`. */
export const refusedWithHint = (status: number, error: string, field: string | null = null) => ({
  status,
  body: { data: { error, field, hint: expect.any(String) as string } },
})
