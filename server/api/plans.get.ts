import { contract } from '#shared/contract'
import { listPlans } from '~~/server/domain/service/list-plans'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listPlans, listPlans)
