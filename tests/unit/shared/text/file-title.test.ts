import { describe, expect, it } from 'vitest'
import { titleOfFile, titleOfPair } from '#shared/text/file-title'

describe('the title of a file', () => {
  it.each([
    ['cart-page.png', 'Cart page'],
    ['Cart_page.final.png', 'Cart page.final'],
    ['.png', ''],
  ])('the title of the file %j is %j', (name, title) => expect(titleOfFile(name)).toBe(title))
})

describe('the title of a pair of files before and after a change', () => {
  it.each([
    ['cart-after.png', 'Cart'],
    ['after_cart_page.png', 'Cart page'],
    ['cart BEFORE checkout.png', 'Cart checkout'],
    ['aftermath.png', 'Aftermath'],
    ['after.png', 'Before and after'],
  ])('the title of a pair with the file %j is %j', (name, title) => expect(titleOfPair(name)).toBe(title))
})
