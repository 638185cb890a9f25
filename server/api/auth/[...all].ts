import { handleAuth } from '~~/server/http/auth'

export default handleAuth
