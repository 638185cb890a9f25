import { contract } from '#shared/contract'
import { readBilling } from '~~/server/domain/billing/read-billing'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readBilling, readBilling)
