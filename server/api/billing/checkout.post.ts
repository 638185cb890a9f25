import { contract } from '#shared/contract'
import { openCheckout } from '~~/server/domain/billing/open-checkout'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.openCheckout, openCheckout)
