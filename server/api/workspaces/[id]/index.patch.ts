import { contract } from '#shared/contract'
import { renameWorkspace } from '~~/server/domain/workspace/manage'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.renameWorkspace, renameWorkspace)
