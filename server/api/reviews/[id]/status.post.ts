import { contract } from '#shared/contract'
import { decideReview } from '~~/server/domain/review/decide'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.decideReview, decideReview)
