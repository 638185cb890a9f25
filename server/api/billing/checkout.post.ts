import { contract } from '#shared/contract'
import { openCheckout } from '~~/server/domain/billing/checkout'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.openCheckout, openCheckout)
