import { contract } from '#shared/contract'
import { createProjectInDashboard } from '~~/server/domain/project/create-project-in-dashboard'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createProjectInDashboard, createProjectInDashboard)
