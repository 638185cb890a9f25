import { contract } from '#shared/contract'
import { listPlans } from '~~/server/domain/meta/list-plans'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listPlans, listPlans)
