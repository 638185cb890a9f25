import { defineText } from './define-text'

/** The texts of the sample review and its pictures. */
export const text = defineText({
  /** The name of its project, by which it is found again. */
  project: 'Sample',
  title: 'Sample: the total wraps in the checkout',
  comment: 'The total wraps. It should stay on one line.',
  reply: 'An agent would answer here: “Smaller type for the total, in revision 2.”',
  commentOnFix: 'Click anywhere on the image to add a comment of your own.',
  picture: {
    shop: 'Acme Living',
    checkout: 'Checkout',
    lamp: 'Desk lamp',
    shelf: 'Oak shelf',
    rug: 'Wool rug, 200 × 300 cm',
    subtotal: 'Subtotal',
    shipping: 'Shipping',
    free: 'Free',
    total: 'Total',
    pay: 'Pay now',
  },
})
