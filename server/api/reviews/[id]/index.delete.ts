import { contract } from '#shared/contract'
import { deleteReview } from '~~/server/domain/review/delete-review'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.deleteReview, deleteReview)
