import { contract } from '#shared/contract'
import { renameWorkspace } from '~~/server/domain/workspace/rename-workspace'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.renameWorkspace, renameWorkspace)
