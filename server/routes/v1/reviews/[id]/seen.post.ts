import { contract } from '#shared/contract'
import { markSeen } from '~~/server/domain/review/mark-seen'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.markSeen, markSeen)
