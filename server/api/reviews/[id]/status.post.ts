import { contract } from '#shared/contract'
import { decideReview } from '~~/server/domain/review/decide-review'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.decideReview, decideReview)
