import { contract } from '#shared/contract'
import { listMembers } from '~~/server/domain/member/list-members'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listMembers, listMembers)
