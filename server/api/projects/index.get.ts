import { contract } from '#shared/contract'
import { listProjects } from '~~/server/domain/project/list'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listProjects, listProjects)
