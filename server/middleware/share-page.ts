import { sharePageForAgents } from '#shared/documents/page-for-agents'
import { defineLinkForAgents } from '~~/server/http/pages/documents'

export default defineLinkForAgents('/r/', sharePageForAgents)
