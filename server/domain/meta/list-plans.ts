import type { Output } from '#shared/contract'
import { plans } from '#shared/plans'

/** Returns the public prices and limits. */
export async function listPlans(): Promise<Output<'listPlans'>> {
  return {
    plans: Object.values(plans).map(({ id, name, price, limits, retention }) => ({
      id,
      name,
      price,
      limits,
      retention,
    })),
  }
}
