import { contract } from '#shared/contract'
import { listWorkspaces } from '~~/server/domain/workspace/me'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listWorkspaces, listWorkspaces)
