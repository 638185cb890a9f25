import { contract } from '#shared/contract'
import { removeMember } from '~~/server/domain/member/change-role'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.removeMember, removeMember)
