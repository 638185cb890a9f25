import { handleMcp } from '~~/server/http/mcp'

export default handleMcp
