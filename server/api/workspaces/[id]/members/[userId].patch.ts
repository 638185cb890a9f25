import { contract } from '#shared/contract'
import { changeRole } from '~~/server/domain/member/change-role'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.changeRole, changeRole)
