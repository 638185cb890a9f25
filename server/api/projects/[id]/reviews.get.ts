import { contract } from '#shared/contract'
import { listReviews } from '~~/server/domain/review/list'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listReviews, listReviews)
