import { contract } from '#shared/contract'
import { chooseWorkspace } from '~~/server/domain/workspace/read-me'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.chooseWorkspace, chooseWorkspace)
