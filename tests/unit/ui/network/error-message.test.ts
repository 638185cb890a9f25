import { describe, expect, it } from 'vitest'
import { errorMessage } from '~/ui/network/error-message'

describe('errorMessage', () => {
  it('errorMessage states the plan limit that was reached, and who can change the plan', () => {
    const message = 'The Free plan allows 5 agent tokens; 5 are used.'
    const data = {
      code: 'agent_key_limit_reached',
      hint: 'for agents',
      quota: { used: 5, limit: 5, plan: 'free' },
    }
    expect(errorMessage({ message, data })).toBe(
      `${message} A workspace owner can change the plan under Settings → Usage.`,
    )
  })

  it('errorMessage explains a missing resource to a person, without the hint for clients', () => {
    expect(
      errorMessage({
        message: 'Review not found.',
        data: { code: 'not_found', hint: 'Check the id; a project token answers the same way.' },
      }),
    ).toBe(
      'Review not found. It may have been deleted, the link may be incomplete, ' +
        'or you may not have access to it.',
    )
  })

  it('errorMessage appends the hint, or states that no data was lost if there is no hint', () => {
    expect(errorMessage({ message: 'No.', data: { hint: 'Do this.' } })).toBe('No. Do this.')
    expect(errorMessage(new Error('No.'))).toBe('No. No data was lost.')
    expect(errorMessage(null)).toBe('No data was lost.')
  })
})
