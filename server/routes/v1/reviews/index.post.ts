import { defineOperation } from '~~/server/http/operation'

export default defineOperation('createReview', { status: review => (review.reused ? 200 : 201) })
