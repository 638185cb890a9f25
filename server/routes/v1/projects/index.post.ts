import { contract } from '#shared/contract'
import { createProject } from '~~/server/domain/project/create-project'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createProject, createProject)
