import { getRequestHeader } from 'h3'
import { contract } from '#shared/contract'
import { receiveBillingEvent } from '~~/server/domain/billing/receive-billing-event'
import { readText } from '~~/server/http/body'
import { defineStreamOperation } from '~~/server/http/operation'

export default defineStreamOperation(contract.receiveBillingEvent, async event =>
  receiveBillingEvent(await readText(event), getRequestHeader(event, 'stripe-signature')),
)
