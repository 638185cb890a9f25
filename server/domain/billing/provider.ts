import Stripe from 'stripe'
import { AppError } from '#shared/errors'
import { settings, type Settings } from '~~/server/settings'

let client: Stripe | undefined

/** Returns the client of the payment provider and its settings. Throws `forbidden` if billing is disabled. */
export function provider(): { stripe: Stripe; keys: NonNullable<Settings['stripe']> } {
  const keys = settings().stripe
  if (!keys)
    throw new AppError('forbidden', {
      message: 'Billing is off on this server.',
      hint: 'Its operator sets the plans; there is nothing to pay here.',
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

/**
 * Awaits a call to the payment provider. If the call fails, throws an `internal_error`, which states that
 * nothing was charged.
 */
export async function callProvider<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new AppError('internal_error', {
      message: 'The call to the billing provider failed.',
      hint: 'Nothing was charged. Try again in a moment.',
      cause: error,
    })
  }
}

/**
 * Returns the URL of a page of the payment provider. Throws `internal_error` if the provider returned no URL.
 */
export function addressFrom(url: string | null): string {
  if (url === null)
    throw new AppError('internal_error', {
      message: 'The billing provider returned no address.',
      hint: 'Nothing was charged. Try again in a moment.',
    })
  return url
}
