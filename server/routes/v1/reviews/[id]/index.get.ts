import { contract } from '#shared/contract'
import { readReview } from '~~/server/domain/review/read-review'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readReview, readReview)
