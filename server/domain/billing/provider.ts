import Stripe from 'stripe'
import { AppError } from '#shared/errors'
import { settings, type Settings } from '~~/server/settings'

let client: Stripe | undefined

/** The billing provider and its settings. Throws `forbidden` where billing is off. */
export function provider(): { stripe: Stripe; keys: NonNullable<Settings['stripe']> } {
  const keys = settings().stripe
  if (!keys)
    throw new AppError('forbidden', {
      message: 'Billing is off on this server.',
      hint: 'Plans are set by whoever runs it; there is nothing to pay here.',
    })
  return { stripe: (client ??= connect(keys)), keys }
}

function connect({ secretKey, apiBase }: NonNullable<Settings['stripe']>): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    telemetry: false,
    timeout: 15_000,
    ...(base && {
      host: base.hostname,
      port: base.port || undefined,
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

/** An answer of the provider; when there is none, an error that says that nothing was charged. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new AppError('internal_error', {
      message: 'The billing provider did not answer as expected.',
      hint: 'Nothing was charged. Try again in a moment.',
      cause: error,
    })
  }
}
