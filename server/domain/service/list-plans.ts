import type { OutputOf } from '#shared/contract/kit/operation'
import type { listPlans as row } from '#shared/contract/service'
import { plans } from '#shared/plans'

/** Public pricing. */
export async function listPlans(): Promise<OutputOf<typeof row>> {
  return { plans: Object.values(plans) }
}
