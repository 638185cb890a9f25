import { contract } from '#shared/contract'
import { openPortal } from '~~/server/domain/billing/open-portal'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.openPortal, openPortal)
