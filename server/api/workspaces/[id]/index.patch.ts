import { contract } from '#shared/contract'
import { renameWorkspace } from '~~/server/domain/workspace/create-workspace'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.renameWorkspace, renameWorkspace)
