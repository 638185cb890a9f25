import { contract } from '#shared/contract'
import { createReview } from '~~/server/domain/review/create-review'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createReview, createReview, {
  status: review => (review.reused ? 200 : 201),
})
