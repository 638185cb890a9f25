import type { Output } from '#shared/contract'
import { plans } from '#shared/plans'

/** Public pricing. */
export async function listPlans(): Promise<Output<'listPlans'>> {
  return { plans: Object.values(plans) }
}
