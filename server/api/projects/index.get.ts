import { contract } from '#shared/contract'
import { listProjects } from '~~/server/domain/project/list-projects'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listProjects, listProjects)
