import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { labelOf, labelsOf, titleOf } from '../../../cli/reporters/label'
import { errorLine, type TestEvidence } from '../../../cli/reporters/test-evidence'
import type { Artifact } from '../../../cli/push/planned-file'

const test = (fields: Partial<TestEvidence> = {}): TestEvidence => ({
  titles: ['Cart', 'shows the total'],
  file: 'cart.spec.ts',
  project: '',
  error: null,
  route: undefined,
  viewport: undefined,
  attachments: [],
  ...fields,
})

describe('titles and descriptions of evidence', () => {
  it('the title of evidence contains the names of the test, the attachment, the file and the project', () => {
    expect(titleOf(test(), '')).toBe('Cart › shows the total (cart.spec.ts)')
    expect(titleOf(test({ project: 'phone' }), 'Page')).toBe(
      'Cart › shows the total › Page (cart.spec.ts, phone)',
    )
  })

  it('the title of evidence has single spaces, like the title that the server returns', () => {
    expect(titleOf(test({ titles: [' a  b\n'] }), '')).toBe('a b (cart.spec.ts)')
  })

  it('a long title is shortened to leave space for “Failed: ”, and still differs from other titles', () => {
    const ofLength = (length: number, end = '') =>
      titleOf(test({ titles: ['x'.repeat(length - ' (cart.spec.ts)'.length) + end] }), '')
    const longest = limits.title - 'Failed: '.length
    expect(ofLength(longest)).toBe(`${'x'.repeat(longest - 15)} (cart.spec.ts)`)
    const [a, b] = [ofLength(400, 'a'), ofLength(400, 'b')]
    expect(a).toMatch(/^x+… [0-9a-f]{8}$/)
    expect(a).not.toBe(b)
    expect(ofLength(longest + 1)).toMatch(/… [0-9a-f]{8}$/)
    for (const each of [a, b, ofLength(longest)])
      expect(labelOf(each, test({ error: 'no' })).length).toBeLessThanOrEqual(limits.title)
  })
})

describe('the description of evidence', () => {
  const described = (description: string | null) => ({ description }) as Artifact
  const failed = test({ error: 'expected 3 to be 4' })

  it('the description of evidence is the error of its test until the test passes', () => {
    expect(labelsOf('A', failed, null)).toEqual({
      title: 'Failed: A',
      description: 'Test failed: expected 3 to be 4',
    })
    expect(labelsOf('A', failed, described('Test failed: before'))).toMatchObject({
      description: 'Test failed: expected 3 to be 4',
    })
    expect(labelsOf('A', test(), described('Test failed: before'))).toEqual({ title: 'A', description: null })
  })

  it('the reporter does not change a description of evidence that a person wrote', () => {
    for (const each of [failed, test()])
      expect(labelsOf('A', each, described('The cart of a new customer'))).not.toHaveProperty('description')
  })
})

it('the error of a test is the first line of its message, without colors', () => {
  expect(errorLine('\u001b[31mError: 3 is not 4\u001b[39m\n  at cart.spec.ts:3')).toBe('Error: 3 is not 4')
  expect(errorLine(undefined)).toBe('')
})
