import { contract } from '#shared/contract'
import { listWorkspaces } from '~~/server/domain/workspace/list-workspaces'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listWorkspaces, listWorkspaces)
