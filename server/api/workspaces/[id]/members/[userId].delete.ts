import { contract } from '#shared/contract'
import { removeMember } from '~~/server/domain/member/remove-member'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.removeMember, removeMember)
