import { contract } from '#shared/contract'
import { listReviews } from '~~/server/domain/review/list-reviews'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listReviews, listReviews)
