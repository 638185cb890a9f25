import type { Output } from '#shared/contract'
import { plans } from '#shared/plans'

/** Returns the plans with their prices, limits and retention. */
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
