import { contract } from '#shared/contract'
import { chooseWorkspace } from '~~/server/domain/workspace/choose-workspace'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.chooseWorkspace, chooseWorkspace)
