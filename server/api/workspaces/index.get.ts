import { contract } from '#shared/contract'
import { listWorkspaces } from '~~/server/domain/workspace/read-me'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listWorkspaces, listWorkspaces)
